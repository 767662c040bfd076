import {
  RawNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';

interface Plan {
  /** Per loop. */
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  /** Per loop. */
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Runs queries with EXPLAIN ANALYZE and counts the rows that all steps of their plans handle; they return no rows. */
export class Explained implements KyselyPlugin {
  rowsRead = 0;

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return RawNode.create(['explain (analyze, timing off, format json) ', ''], [node]);
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const row of result.rows) {
      const [answer] = row['QUERY PLAN'] as readonly { readonly Plan: Plan }[];
      if (answer !== undefined) this.rowsRead += rowsOf(answer.Plan);
    }
    return Promise.resolve({ ...result, rows: [] });
  }
}

function rowsOf(plan: Plan): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0);
  const own = plan['Actual Loops'] * (plan['Actual Rows'] + removed);
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own);
}
