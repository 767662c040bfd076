/** A Stryker checker that lets a part of the mutants through, the same each time: MUTATION_SAMPLE, from 0 to 1. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const part = Number(process.env['MUTATION_SAMPLE'] ?? 1);

/** A number between 0 and 1 for this mutant, which depends on the mutant only. */
function place({ fileName, location, mutatorName, replacement }) {
  const name = JSON.stringify([path.basename(fileName), location, mutatorName, replacement]);
  return createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32;
}

const sampleChecker = () => ({
  init: async () => {},
  check: async (mutants) =>
    Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        place(mutant) < part ? { status: 'passed' } : { status: 'compileError', reason: 'Not in the sample.' },
      ]),
    ),
});

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, 'sample', sampleChecker)];
