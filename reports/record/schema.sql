-- The run record. Times are microseconds since the run started, by the monotonic clock.
-- Enumerations are stored by name (names.h). Rows stand in the order they were recorded.
-- A change here, or in evidence.sql, needs a new kSchemaVersion in schema.h.

CREATE TABLE header (  -- one row
  name TEXT NOT NULL,
  cycles_planned INTEGER NOT NULL,
  requests_per_cycle INTEGER NOT NULL,
  concurrency INTEGER NOT NULL,
  -- Thresholds; NULL = not checked.
  rss_growth_bytes_per_request REAL,
  rss_peak_bytes INTEGER,
  error_rate REAL,
  ttfb_p95_ms REAL
);

CREATE TABLE thresholds (  -- those written as expressions, in order; since version 5
  metric TEXT NOT NULL,
  statistic TEXT NOT NULL,  -- "max", "p(99.9)"
  comparison TEXT NOT NULL,
  limit_value REAL NOT NULL,  -- bytes, a share, milliseconds or a factor, by metric
  abort_on_fail INTEGER NOT NULL
);

CREATE TABLE manifest (key TEXT NOT NULL, value TEXT NOT NULL);

CREATE TABLE run_end (at_us INTEGER NOT NULL, reason TEXT NOT NULL);  -- no row = killed, or going on

CREATE TABLE processes (
  process INTEGER PRIMARY KEY,
  pid INTEGER NOT NULL,
  parent_pid INTEGER NOT NULL,
  start_ticks INTEGER NOT NULL,  -- since boot
  role TEXT NOT NULL,
  command TEXT NOT NULL,
  first_seen_us INTEGER NOT NULL
);

CREATE TABLE rss_samples (  -- each holds until the next of the same process
  process INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  rss_bytes INTEGER NOT NULL
);

CREATE TABLE status_samples (
  process INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  rss_bytes INTEGER NOT NULL,
  rss_anon_bytes INTEGER NOT NULL,
  rss_file_bytes INTEGER NOT NULL,
  rss_shmem_bytes INTEGER NOT NULL,
  swap_bytes INTEGER NOT NULL,
  threads INTEGER NOT NULL,
  cpu_ms INTEGER NOT NULL
);

CREATE TABLE resource_snapshots (
  process INTEGER NOT NULL,
  cycle INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  pss_bytes INTEGER NOT NULL,
  private_dirty_bytes INTEGER NOT NULL,
  anonymous_bytes INTEGER NOT NULL,
  anon_huge_bytes INTEGER NOT NULL,
  fds_file INTEGER NOT NULL,
  fds_deleted INTEGER NOT NULL,
  fds_socket INTEGER NOT NULL,
  fds_pipe INTEGER NOT NULL,
  fds_other INTEGER NOT NULL
);

CREATE TABLE events (
  at_us INTEGER NOT NULL,
  kind TEXT NOT NULL,
  process INTEGER NOT NULL,  -- -1 = the whole run
  detail TEXT NOT NULL,
  lasted_us INTEGER NOT NULL  -- of a sampling_gap; otherwise 0
);

CREATE TABLE requests (
  cycle INTEGER NOT NULL,  -- 0 = warm-up
  request_class INTEGER NOT NULL,
  intended_us INTEGER NOT NULL,
  sent_us INTEGER NOT NULL,
  first_byte_us INTEGER NOT NULL,
  done_us INTEGER NOT NULL,
  http_status INTEGER NOT NULL,
  body_bytes INTEGER NOT NULL,
  audio_us INTEGER NOT NULL,
  error TEXT NOT NULL,
  detail TEXT NOT NULL,
  aborted INTEGER NOT NULL,  -- 1 = by plan: the client hung up; from schema version 3 on
  -- From schema version 4 on.
  kind TEXT,  -- NULL = normal: most are, and there may be millions
  driver_late_us INTEGER NOT NULL,  -- how much later than it could ttsoak took it up
  first_audio_us INTEGER NOT NULL,
  longest_gap_us INTEGER NOT NULL,  -- between two pieces of audio
  underruns INTEGER NOT NULL,
  underrun_us INTEGER NOT NULL,
  silent_ppm INTEGER,  -- samples in a million; NULL = not known
  clipped_ppm INTEGER
);

CREATE TABLE cycles (
  cycle INTEGER NOT NULL,
  started_us INTEGER NOT NULL,
  load_ended_us INTEGER NOT NULL,
  quiesced_us INTEGER NOT NULL,
  quiesce_end TEXT NOT NULL,
  requests INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  work_digest INTEGER NOT NULL,  -- 64 bits, as a signed number
  trough_rss_bytes INTEGER NOT NULL,
  lifetime INTEGER NOT NULL
);

-- The heap, by call stack, as the tracer sees it. Figures of stacks are estimates, rounded.
--
-- Size. A history row takes some 40 bytes and is written only when what the stack holds has changed
-- since its last row; at most 160 troughs are kept (heap_tables.h). In a large server 2,000 stacks
-- change at every trough: 160 * 2,000 * 40 B = 13 MB however long the run; a table of 16,384 stacks
-- that all change all the time ends at 105 MB. Stacks and frames come to some 10 MB, survivors are
-- those of one trough, heap_snapshots take 100 bytes a trough. Everything else takes 91 MB in three
-- days, so the record stays below 300 MB.

CREATE TABLE frames (  -- distinct ones, of all processes
  frame INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  function TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  module TEXT NOT NULL,
  address INTEGER NOT NULL  -- ELF virtual address; 64 bits, as a signed number
);

CREATE TABLE stacks (
  process INTEGER NOT NULL,
  stack INTEGER NOT NULL,
  frames TEXT NOT NULL,  -- JSON list of frames.frame, innermost first
  PRIMARY KEY (process, stack)
) WITHOUT ROWID;

CREATE TABLE heap_snapshots (  -- exact, of every trough
  cycle INTEGER NOT NULL,  -- 0 = before the first
  process INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  allocated_bytes INTEGER NOT NULL,
  allocated_blocks INTEGER NOT NULL,
  freed_bytes INTEGER NOT NULL,
  freed_blocks INTEGER NOT NULL,
  python_allocated_blocks INTEGER NOT NULL,
  python_freed_blocks INTEGER NOT NULL,
  tracer_bytes INTEGER NOT NULL,
  sample_mean_bytes INTEGER NOT NULL,  -- 0 = counters only
  samples INTEGER NOT NULL,
  dropped_samples INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (cycle, process)
) WITHOUT ROWID;

CREATE TABLE stack_history (  -- each row holds until the next of its stack; none yet = nothing held
  cycle INTEGER NOT NULL,
  process INTEGER NOT NULL,
  stack INTEGER NOT NULL,
  live_bytes REAL NOT NULL,
  live_blocks REAL NOT NULL,
  live_variance REAL NOT NULL,
  mapped_bytes REAL NOT NULL,
  PRIMARY KEY (cycle, process, stack)
) WITHOUT ROWID;

CREATE TABLE stack_figures (  -- at the newest trough of the process
  process INTEGER NOT NULL,
  stack INTEGER NOT NULL,
  live_bytes REAL NOT NULL,
  live_blocks REAL NOT NULL,
  live_variance REAL NOT NULL,
  allocated_bytes REAL NOT NULL,
  allocated_blocks REAL NOT NULL,
  freed_bytes REAL NOT NULL,
  freed_blocks REAL NOT NULL,
  mapped_bytes REAL NOT NULL,
  PRIMARY KEY (process, stack)
) WITHOUT ROWID;

CREATE TABLE survivors (  -- at the newest trough of the process
  process INTEGER NOT NULL,
  stack INTEGER NOT NULL,
  born_cycle INTEGER NOT NULL,
  bytes REAL NOT NULL,
  blocks REAL NOT NULL,
  PRIMARY KEY (process, stack, born_cycle)
) WITHOUT ROWID;
