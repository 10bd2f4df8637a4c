#!/usr/bin/env node
import module from 'node:module'

// Caches compiled code between runs, on versions of Node that can.
module.enableCompileCache?.()
const { Command } = await import('commander')
const { addQueryCommands, forPeople, parse } = await import('./commands.ts')

/** The command of this package. The service has its own, with the commands for administrators. */
const program = forPeople(new Command('vacancy'))
const queries = await addQueryCommands(program, process.argv.slice(2))
process.exitCode = await parse(program, queries.end)
