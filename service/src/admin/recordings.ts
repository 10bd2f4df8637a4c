import type { Command } from 'commander'
import { orMisuse } from './or-misuse.ts'
import { replayText } from './replay-report.ts'
import { type Output, print } from './with-pool.ts'

interface RecordOptions extends Output {
  for: string
  into?: string
}

interface ReplayOptions extends Output {
  family?: string
  against?: string
}

/** Keeping calls of a source as recordings, and reading them again. */
export function addRecordingCommands(sources: Command): void {
  sources
    .command('record')
    .description('keep calls of a source as recordings, while the service makes them')
    .argument('<id>', 'id of a source')
    .requiredOption('--for <time>', 'how long: 90s, 10m or 1h, at most 24h')
    .option('--into <folder>', 'where; default: a new folder here')
    .option('--json', 'print JSON at the end')
    .addHelpText(
      'after',
      `
Prints the folder, then writes a file for each call into it. Ctrl-C ends it earlier.
Takes one call per second and process at most. A recorded call begins from nothing, which may take more requests to the vendor.
Credentials and personal data are removed.

Examples:
  vacancy sources record liteapi --for 1h
  vacancy sources conform ./families/acme.ts --recordings ./recordings-acme-20261118T0930`,
    )
    .action(async (id: string, options: RecordOptions, command: Command) => {
      const { record, secondsOf } = await import('./record.ts')
      const seconds = orMisuse(command, '--for', () => secondsOf(options.for))
      const { into, json } = options
      // What is printed to the end as JSON stays one value.
      const say = (line: string) => (json ? process.stderr : process.stdout).write(`${line}\n`)
      const { folder, count } = await record(id, seconds, { into, say })
      print(
        json,
        { folder, recordings: count },
        () => `${count} recorded\n`,
        `vacancy sources replay ${folder}`,
      )
    })
  sources
    .command('replay')
    .description('read recordings with the families of this version, and say what is read differently')
    .argument('<path>', 'a recording, or a folder of them')
    .option('--family <name>', 'a family, or the module of one; default: the one that the recording names')
    .option(
      '--against <file>',
      'the module of another family, or what `replay --json` printed; default: what was read when it was recorded',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Asks no vendor. Ends with 0 if all is read as before, 1 if something is not, 2 for a misuse.

Examples:
  vacancy sources replay ./recordings-liteapi-20261118T0930
  vacancy sources replay ./recordings-acme --family ./families/acme.ts --against ./families/acme-old.ts`,
    )
    .action(async (path: string, { family, against, json }: ReplayOptions, command: Command) => {
      const { openReplay, replay } = await import('./replay.ts')
      const opened = await orMisuse(command, path, () => openReplay(path, family, against))
      const replayed = await replay(opened)
      const same = replayed.every(({ differences }) => differences.length === 0)
      print(
        json,
        { same, recordings: replayed },
        () => replayText(replayed),
        same
          ? 'vacancy sources conform FAMILY --recordings FOLDER tries the rules on them'
          : 'see whether what changed is right, then record again',
      )
      if (!same) process.exitCode = 1
    })
}
