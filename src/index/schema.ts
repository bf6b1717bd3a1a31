/** The tables of an index file; FORMAT.md tells what they mean. */
export const SCHEMA = `
CREATE TABLE manifest (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE concept (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  active INTEGER NOT NULL,
  attributes INTEGER NOT NULL
);
CREATE TABLE attributes (id INTEGER PRIMARY KEY, json TEXT NOT NULL);
CREATE TABLE term (
  id INTEGER PRIMARY KEY,
  concept INTEGER NOT NULL,
  text TEXT NOT NULL,
  kind TEXT NOT NULL,
  language TEXT NOT NULL
);
CREATE TABLE edge (concept INTEGER NOT NULL, parent INTEGER NOT NULL, PRIMARY KEY (concept, parent)) WITHOUT ROWID;
CREATE TABLE replacement (
  concept INTEGER NOT NULL,
  replacement INTEGER NOT NULL,
  relation TEXT NOT NULL,
  PRIMARY KEY (concept, replacement, relation)
) WITHOUT ROWID;
CREATE TABLE map (
  concept INTEGER NOT NULL,
  system TEXT NOT NULL,
  target TEXT NOT NULL,
  rule TEXT NOT NULL,
  PRIMARY KEY (concept, system, target, rule)
) WITHOUT ROWID;
CREATE TABLE phrase (
  head TEXT NOT NULL,
  tokens TEXT NOT NULL,
  text TEXT NOT NULL,
  weight REAL NOT NULL,
  because TEXT NOT NULL,
  context TEXT NOT NULL
);
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
  bytes INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) WITHOUT ROWID;
`

/** Made after the rows are in. */
export const INDEXES = `
CREATE UNIQUE INDEX concept_code ON concept (code);
CREATE INDEX term_concept ON term (concept);
CREATE INDEX edge_parent ON edge (parent);
CREATE INDEX phrase_head ON phrase (head);
`
