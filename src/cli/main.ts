#!/usr/bin/env node
/**
 * Starts the command, or says which Node.js it needs. Every Node.js since 10 can read this file, as a module and as a script;
 * no older one can read what it loads.
 */

/** First version that is supported, as package.json has it. */
const NEEDED = { major: 20, minor: 19 }

const [major, minor] = process.versions.node.split('.').map(Number) as [number, number]
if (major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor)) {
  import('./start.ts')
} else {
  console.error(
    `medlink: needs Node.js ${NEEDED.major}.${NEEDED.minor} or later, and this is ${process.versions.node}`,
  )
  process.exitCode = 1
}
