-- The run record. Times are microseconds since the run started, by the monotonic clock.
-- Enumerations are stored by name (names.h). Rows stand in the order they were recorded.
-- A change here needs a new kSchemaVersion in schema.h.

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
  detail TEXT NOT NULL
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
