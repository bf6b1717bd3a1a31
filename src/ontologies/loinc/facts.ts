/** The relation of kinds of units to properties that a release's example units show. */
export const UNIT_PROPERTY = 'unit property'
