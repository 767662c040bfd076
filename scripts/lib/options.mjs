/** The options of the developers' commands. */
import { parseArgs } from 'node:util';
import { Problem } from './process.mjs';

/**
 * Reads the words after the command, before it changes anything.
 * @param {string} usage @param {import('node:util').ParseArgsConfig} config
 * @returns {{ values: object, positionals: string[] } | undefined} undefined if `--help` was asked for, and answered
 */
export function readOptions(usage, config) {
  try {
    const options = { ...config.options, help: { type: 'boolean', short: 'h' } };
    const { values, positionals } = parseArgs({ ...config, options });
    if (!values.help) return { values, positionals };
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS_')) throw error;
    throw new Problem(`${error.message.split('. ')[0].replace(/\.$/, '')}.\nUsage: ${usage}`);
  }
  console.log(`Usage: ${usage}`);
  return undefined;
}
