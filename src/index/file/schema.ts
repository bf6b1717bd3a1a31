/** The tables of every index file; FORMAT.md tells what they mean. */
export const SCHEMA = `
CREATE TABLE manifest (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE alias (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE fact (
  relation TEXT NOT NULL,
  subject TEXT NOT NULL,
  object TEXT NOT NULL,
  weight REAL NOT NULL,
  PRIMARY KEY (relation, subject, object)
) WITHOUT ROWID;
CREATE TABLE array (
  name TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  offset INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) WITHOUT ROWID;
`

/** The table of an index with names of a site. */
export const SITE_NAME_SCHEMA = `
CREATE TABLE site_name (
  words TEXT NOT NULL,
  unit TEXT NOT NULL,
  specimen TEXT NOT NULL,
  name TEXT NOT NULL,
  code TEXT NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (words, unit, specimen)
) WITHOUT ROWID;
`
