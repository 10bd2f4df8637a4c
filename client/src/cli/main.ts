#!/usr/bin/env node
import { Command } from 'commander'
import { addQueryCommands, forPeople, parse } from './commands.ts'

/** The command as this package alone has it; the service has one that knows more. */
const program = forPeople(new Command('vacancy'))
const queries = await addQueryCommands(program, process.argv.slice(2))
process.exitCode = await parse(program, (error) => queries.end(error))
