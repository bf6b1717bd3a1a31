/**
 * Every run draws the same cases for properties, so that what one run accepts no other refuses. MEDLINK_TEST_SEED, a whole
 * number, draws others: a counterexample that they find becomes a row of its test.
 */

import fc from 'fast-check'

const { MEDLINK_TEST_SEED = '1' } = process.env

fc.configureGlobal({ seed: Number(MEDLINK_TEST_SEED) })
