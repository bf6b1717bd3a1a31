'use strict'

/**
 * Loads the parser of units. A file of CommonJS, since callers are synchronous; the package has the parser itself in this
 * place, without the twenty packages that it depends on but does not load.
 */
module.exports = require('@lhncbc/ucum-lhc')
