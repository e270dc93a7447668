/**
 * The tables, step by step: a file remembers in `user_version` the number of these it has seen. A migration that was
 * published is never changed; a new one is added at the end.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE jobs (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    team TEXT NOT NULL,
    state TEXT NOT NULL,
    spec TEXT NOT NULL,
    parts TEXT NOT NULL,
    paused INTEGER NOT NULL DEFAULT 0,
    base TEXT,
    known INTEGER NOT NULL DEFAULT 0,
    completed INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    open INTEGER NOT NULL DEFAULT 0,
    lanes INTEGER NOT NULL DEFAULT 0,
    credits_used INTEGER NOT NULL DEFAULT 0,
    last_sequence INTEGER NOT NULL DEFAULT 0,
    last_page_at INTEGER,
    settled_at INTEGER,
    expires_at INTEGER,
    result TEXT,
    error TEXT
  ) STRICT;
  CREATE INDEX jobs_by_state ON jobs (state, number);
  CREATE INDEX jobs_by_expiry ON jobs (expires_at) WHERE expires_at IS NOT NULL;

  CREATE TABLE lanes (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL,
    name TEXT NOT NULL,
    pending INTEGER NOT NULL DEFAULT 0,
    open INTEGER NOT NULL DEFAULT 0,
    opened INTEGER NOT NULL DEFAULT 0,
    first_depth INTEGER,
    UNIQUE (job, name)
  ) STRICT;
  CREATE INDEX lanes_to_open ON lanes (job, first_depth, opened, number) WHERE first_depth IS NOT NULL;

  CREATE TABLE levels (
    job INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    unfinished INTEGER NOT NULL,
    PRIMARY KEY (job, depth)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE urls (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL,
    key_digest BLOB NOT NULL,
    key TEXT NOT NULL,
    url TEXT NOT NULL,
    depth INTEGER NOT NULL,
    lane INTEGER NOT NULL,
    part TEXT NOT NULL,
    found_on TEXT,
    trap TEXT,
    state TEXT NOT NULL,
    opening INTEGER NOT NULL DEFAULT 0,
    credits INTEGER NOT NULL DEFAULT 0,
    duplicate_of BLOB
  ) STRICT;
  CREATE UNIQUE INDEX urls_by_key ON urls (job, key_digest);
  CREATE INDEX urls_pending ON urls (job, lane, depth, number) WHERE state = 'pending';
  CREATE INDEX urls_open ON urls (job, number) WHERE state = 'open';

  CREATE TABLE families (
    job INTEGER NOT NULL,
    name TEXT NOT NULL,
    spent INTEGER NOT NULL,
    PRIMARY KEY (job, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE decisions (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL,
    url_digest BLOB NOT NULL,
    url TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    depth INTEGER NOT NULL,
    found_on TEXT
  ) STRICT;
  CREATE UNIQUE INDEX decisions_by_url ON decisions (job, url_digest);
  CREATE INDEX decisions_by_reason ON decisions (job, reason, number);

  CREATE TABLE events (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    page INTEGER,
    scrape_id TEXT,
    url TEXT,
    error TEXT,
    document TEXT
  ) STRICT;
  CREATE UNIQUE INDEX events_by_sequence ON events (job, sequence);
  CREATE UNIQUE INDEX events_by_page ON events (job, page) WHERE page IS NOT NULL;
  CREATE INDEX events_with_error ON events (job, sequence) WHERE type = 'page' AND error IS NOT NULL;

  CREATE TABLE tasks (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    task TEXT NOT NULL,
    attempt INTEGER NOT NULL DEFAULT 1,
    due_at INTEGER NOT NULL,
    owner TEXT,
    leased_until INTEGER
  ) STRICT;
  CREATE INDEX tasks_waiting ON tasks (due_at, number) WHERE owner IS NULL;
  CREATE INDEX tasks_leased ON tasks (owner) WHERE owner IS NOT NULL;

  CREATE TABLE charges (id_digest BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE usage (
    team TEXT NOT NULL,
    start_date TEXT NOT NULL,
    api_key TEXT NOT NULL,
    credits INTEGER NOT NULL,
    PRIMARY KEY (team, start_date, api_key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE hosts (name TEXT PRIMARY KEY, state TEXT NOT NULL, met_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE outboxes (job_id TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE deliveries (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    job_id TEXT NOT NULL,
    team TEXT NOT NULL,
    status TEXT NOT NULL,
    delivery TEXT NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_by_team ON deliveries (team, number);
  CREATE INDEX deliveries_by_job ON deliveries (job_id, number);
  `,
  `
  CREATE TABLE pages (
    number INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    host TEXT NOT NULL,
    url TEXT NOT NULL,
    title TEXT,
    description TEXT,
    text TEXT NOT NULL,
    indexed_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX pages_by_host ON pages (host, indexed_at);
  CREATE VIRTUAL TABLE page_words USING fts5 (url, title, description, text, content='', contentless_delete=1);
  CREATE TABLE page_links (target BLOB NOT NULL, source BLOB NOT NULL, PRIMARY KEY (target, source)) STRICT, WITHOUT ROWID;
  CREATE INDEX page_links_by_source ON page_links (source);

  CREATE TABLE snapshots (key TEXT PRIMARY KEY, text TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
  CREATE INDEX snapshots_by_expiry ON snapshots (expires_at);
  `,
  `
  ALTER TABLE charges ADD COLUMN month TEXT NOT NULL DEFAULT '';
  UPDATE charges SET month = strftime('%Y-%m-01T00:00:00.000Z', 'now');
  CREATE INDEX charges_by_month ON charges (month);
  `,
  `
  ALTER TABLE tasks ADD COLUMN interruptions INTEGER NOT NULL DEFAULT 0;
  `,
  `
  ALTER TABLE jobs ADD COLUMN held_until INTEGER;
  `,
  // Pages that were kept before teams were told apart may be anybody's: they go to the calls that name no team.
  `
  CREATE TABLE pages_of_teams (
    number INTEGER PRIMARY KEY,
    team TEXT NOT NULL,
    key BLOB NOT NULL,
    host TEXT NOT NULL,
    url TEXT NOT NULL,
    title TEXT,
    description TEXT,
    text TEXT NOT NULL,
    indexed_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO pages_of_teams SELECT number, 'bypass', key, host, url, title, description, text, indexed_at FROM pages;
  DROP TABLE pages;
  ALTER TABLE pages_of_teams RENAME TO pages;
  CREATE UNIQUE INDEX pages_by_key ON pages (team, key);
  CREATE INDEX pages_by_host ON pages (team, host, indexed_at);

  CREATE TABLE links_of_teams (
    team TEXT NOT NULL,
    target BLOB NOT NULL,
    source BLOB NOT NULL,
    PRIMARY KEY (team, target, source)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO links_of_teams SELECT 'bypass', target, source FROM page_links;
  DROP TABLE page_links;
  ALTER TABLE links_of_teams RENAME TO page_links;
  CREATE INDEX page_links_by_source ON page_links (team, source);
  `,
  // Counts that had rows of their own, or none, are now a part of the job's and the lane's row.
  `
  ALTER TABLE jobs ADD COLUMN levels TEXT NOT NULL DEFAULT '{}';
  UPDATE jobs SET levels =
    (SELECT json_group_object(CAST(depth AS TEXT), unfinished) FROM levels WHERE job = jobs.number);
  DROP TABLE levels;
  ALTER TABLE jobs ADD COLUMN left_out TEXT NOT NULL DEFAULT '{}';
  UPDATE jobs SET left_out = (SELECT json_group_object(reason, count) FROM
    (SELECT reason, count(*) AS count FROM decisions WHERE job = jobs.number GROUP BY reason));
  ALTER TABLE lanes ADD COLUMN depths TEXT NOT NULL DEFAULT '{}';
  UPDATE lanes SET depths = (SELECT json_group_object(CAST(depth AS TEXT), count) FROM
    (SELECT depth, count(*) AS count FROM urls WHERE job = lanes.job AND lane = lanes.number AND state = 'pending'
      GROUP BY depth));
  ALTER TABLE lanes DROP COLUMN pending;
  `,
  `
  ALTER TABLE tasks ADD COLUMN queued_at INTEGER NOT NULL DEFAULT 0;
  `,
  // Searched columns come before the text, which may be long.
  `
  CREATE TABLE scrapes (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    team TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX scrapes_by_expiry ON scrapes (expires_at);
  CREATE INDEX scrapes_by_size ON scrapes (number, bytes);
  `,
  `
  ALTER TABLE tasks ADD COLUMN group_name TEXT;
  ALTER TABLE tasks ADD COLUMN group_concurrency INTEGER;
  `,
  // A page's links are words of one entry: rows of their own, in no order, wrote a page of the file for nearly each.
  `
  CREATE VIRTUAL TABLE links_of_pages USING fts5 (targets, content='', contentless_delete=1, detail=none);
  INSERT INTO links_of_pages (rowid, targets)
    SELECT pages.number, group_concat(lower(hex(page_links.target)), ' ') FROM page_links
    JOIN pages ON pages.team = page_links.team AND pages.key = page_links.source GROUP BY pages.number;
  DROP TABLE page_links;
  ALTER TABLE links_of_pages RENAME TO page_links;
  `,
  // `site_digest` is a function of ours.
  `
  UPDATE decisions SET url_digest = site_digest(url);
  `,
  // Words and links that are not yet in their indexes, which many pages share the cost of.
  `
  CREATE TABLE pages_to_index (
    number INTEGER PRIMARY KEY,
    characters INTEGER NOT NULL,
    targets TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE captures (
    number INTEGER PRIMARY KEY,
    key_digest BLOB NOT NULL UNIQUE,
    expires_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  CREATE INDEX captures_by_expiry ON captures (expires_at);
  CREATE INDEX captures_by_size ON captures (number, bytes);
  `,
];
