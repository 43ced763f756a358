-- Where memory went, who holds it, and what else the target has: from schema version 3 on.
--
-- Size. In three days of cycles of 60 s there are 4,300 troughs. Splits, Python heaps and cgroup
-- samples come once a trough and process: 4 processes take 4,300 * (4 * (200 + 100) + 120) B = 6 MB.
-- Histories of things and types are kept as those of stacks, at 160 troughs: 1,000 of them that
-- change all the time take 160 * 1,000 * 80 B = 13 MB. Shares and holders are one row for each party
-- and path, however often they are told: 10,000 rows of 200 B are 2 MB. In all some 20 MB.

CREATE TABLE memory_splits (  -- resident bytes; see probes/values/memory_split.h
  cycle INTEGER NOT NULL,  -- 0 = before the first
  process INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  exact INTEGER NOT NULL,  -- 0 or 1
  rss_bytes INTEGER NOT NULL,
  live_bytes INTEGER NOT NULL,
  pinned_bytes INTEGER NOT NULL,
  free_bytes INTEGER NOT NULL,
  top_bytes INTEGER NOT NULL,
  python_live_bytes INTEGER NOT NULL,
  python_free_bytes INTEGER NOT NULL,
  mapped_bytes INTEGER NOT NULL,
  stack_bytes INTEGER NOT NULL,
  file_bytes INTEGER NOT NULL,
  shmem_bytes INTEGER NOT NULL,
  tracer_bytes INTEGER NOT NULL,
  unexplained_bytes INTEGER NOT NULL,
  trim_bytes INTEGER NOT NULL,  -- -1 = not known
  pause_us INTEGER NOT NULL,
  allocator TEXT NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (cycle, process)
) WITHOUT ROWID;

CREATE TABLE retention_shares (  -- of each party the newest; those of the newest cycle count
  process INTEGER NOT NULL,
  role TEXT NOT NULL,
  stack INTEGER NOT NULL,  -- stacks.stack; -1 = a library, or nobody known
  library TEXT NOT NULL,
  cycle INTEGER NOT NULL,
  bytes REAL NOT NULL,
  share REAL NOT NULL,  -- 0..1
  share_low REAL NOT NULL,
  share_high REAL NOT NULL,
  samples INTEGER NOT NULL,
  block_bytes_low INTEGER NOT NULL,
  block_bytes_high INTEGER NOT NULL,
  PRIMARY KEY (process, role, stack, library)
) WITHOUT ROWID;

CREATE TABLE python_heaps (  -- -1 = not known
  cycle INTEGER NOT NULL,
  process INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  objects INTEGER NOT NULL,
  garbage INTEGER NOT NULL,
  tasks INTEGER NOT NULL,
  cuda_allocated_bytes INTEGER NOT NULL,
  cuda_reserved_bytes INTEGER NOT NULL,
  pause_us INTEGER NOT NULL,
  tracer_bytes INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (cycle, process)
) WITHOUT ROWID;

CREATE TABLE python_type_history (  -- as stack_history
  cycle INTEGER NOT NULL,
  process INTEGER NOT NULL,
  type TEXT NOT NULL,
  objects INTEGER NOT NULL,
  PRIMARY KEY (cycle, process, type)
) WITHOUT ROWID;

CREATE TABLE python_holders (  -- the newest word on each path
  process INTEGER NOT NULL,
  path TEXT NOT NULL,
  type TEXT NOT NULL,
  first_cycle INTEGER NOT NULL,
  last_cycle INTEGER NOT NULL,
  looks INTEGER NOT NULL,
  grew INTEGER NOT NULL,
  first_length INTEGER NOT NULL,
  last_length INTEGER NOT NULL,
  bound INTEGER NOT NULL,  -- -1 = none
  bytes_per_cycle REAL NOT NULL,  -- -1 = not known
  bytes_are_bound INTEGER NOT NULL,  -- 0 or 1
  newest TEXT NOT NULL,
  PRIMARY KEY (process, path)
) WITHOUT ROWID;

CREATE TABLE inventory_looks (  -- at which troughs things were counted
  cycle INTEGER PRIMARY KEY,
  at_us INTEGER NOT NULL,
  note TEXT NOT NULL
);

CREATE TABLE inventory_history (  -- as stack_history
  cycle INTEGER NOT NULL,
  process INTEGER NOT NULL,  -- -1 = not of one process
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (cycle, process, kind, name)
) WITHOUT ROWID;

CREATE TABLE cgroup_samples (  -- -1 = not told
  cycle INTEGER PRIMARY KEY,
  at_us INTEGER NOT NULL,
  version INTEGER NOT NULL,
  path TEXT NOT NULL,
  current_bytes INTEGER NOT NULL,
  peak_bytes INTEGER NOT NULL,
  limit_bytes INTEGER NOT NULL,
  anon_bytes INTEGER NOT NULL,
  file_bytes INTEGER NOT NULL,
  shmem_bytes INTEGER NOT NULL,
  kernel_bytes INTEGER NOT NULL,
  oom_kills INTEGER NOT NULL,
  limit_hits INTEGER NOT NULL,
  pressure_percent REAL NOT NULL
);

CREATE TABLE experiments (
  kind TEXT NOT NULL,
  process INTEGER NOT NULL,
  cycle INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  rss_before_bytes INTEGER NOT NULL,
  rss_after_bytes INTEGER NOT NULL,
  predicted_bytes INTEGER NOT NULL,  -- -1 = nothing said
  collected INTEGER NOT NULL,
  took_us INTEGER NOT NULL
);

CREATE TABLE diagnosis_troughs (  -- see probes/values/diagnosis_trough.h; from version 4 on
  block INTEGER NOT NULL,
  dimension TEXT NOT NULL,
  value TEXT NOT NULL,
  cycle INTEGER NOT NULL,
  units REAL NOT NULL,
  requests INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  rss_bytes INTEGER NOT NULL,
  live_bytes INTEGER NOT NULL,  -- -1 = not known
  at_us INTEGER NOT NULL
);
