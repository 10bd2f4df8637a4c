import { tryInstallation } from '../bench/installation.ts'

/** `npm run audit:install`. */

const MOST_MB = 450
const MOST_WARNINGS = 2

const { node, megabytes, warnings, startedSec, problems } = await tryInstallation()
const lines = [
  `installed with Node ${node}: ${Math.round(megabytes)} MB`,
  `npm start: ready after ${startedSec.toFixed(1)} s`,
  ...warnings,
]
const found = [
  ...problems,
  ...(megabytes > MOST_MB ? [`the folder takes more than ${MOST_MB} MB`] : []),
  ...(warnings.length > MOST_WARNINGS ? [`npm ci printed ${warnings.length} warnings`] : []),
]
process.stdout.write([...lines, ...found.map((problem) => `PROBLEM ${problem}`), ''].join('\n'))
process.exitCode = found.length > 0 ? 1 : 0
