import type { AnyStateMachine } from 'xstate';
import { checksumOf } from './checksum';

/**
 * One hash per machine: of its states, transitions, and the names of guards, services and actions, but not their code.
 */
export const hashMachines = (machines: Readonly<Record<string, AnyStateMachine>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(machines).map(([name, machine]) => [name, hashMachine(machine)]));

/** A checksum that changes with the machine's configuration. */
const hashMachine = (machine: AnyStateMachine): string =>
  checksumOf(
    JSON.stringify(machine.config, (_, value: unknown) =>
      typeof value === 'function' ? `function ${value.name}` : value,
    ),
  );
