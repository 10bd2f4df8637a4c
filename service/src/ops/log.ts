import { type DestinationStream, type Logger, pino } from 'pino'
import { lineFor } from './log-lines.ts'

/** API keys look the same in a header, a URL or an error message. They are removed from every log line. */
const KEY = /vk_[0-9A-Za-z]{8,}/g
/** The password inside an address. */
const PASSWORD = /(\w+:\/\/[^\s:/@"]+:)[^\s@"]+@/g

export interface LogOptions {
  level: string
  role: string
  destination?: DestinationStream
}

/** To standard error; standard output is for the output of commands. One JSON object per line, for a person at a terminal in words. */
function standardError(): DestinationStream {
  const { stderr } = process
  return stderr.isTTY ? { write: (line) => void stderr.write(lineFor(line)) } : pino.destination(2)
}

export function createLog({ level, role, destination = standardError() }: LogOptions): Logger {
  return pino(
    {
      level,
      base: { role, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['*.authorization', '*["x-api-key"]', '*.cookie', '*.password', '*.secret', 'headers'],
        censor: '[redacted]',
      },
      hooks: {
        streamWrite: (line) => line.replaceAll(KEY, 'vk_[redacted]').replaceAll(PASSWORD, '$1[redacted]@'),
      },
    },
    destination,
  )
}
