/** The cost of both dashboards in a database with a million submissions, and with ten. */
import { openDatabase } from '../../server/database';
import { seedDemo } from '../../server/demo/seed';
import { multiplySubmissions } from '../lib/manySubmissions';
import { removeDataDir, temporaryDataDir } from '../lib/ourServer';
import type { Section } from '../lib/section';
import { measureHomeDashboard } from './dashboardDb';
import { measureKpis } from './kpiDb';

interface Size {
  readonly submissions: number;
  /** Jobs and candidates as multiples of the demo's: each candidate can be submitted to a job once. */
  readonly scale: number;
  /** The factor by which the limits of a million may be exceeded. */
  readonly allowance: number;
}

const atSize =
  ({ submissions, scale, allowance }: Size): Section =>
  async ({ rounds, note }) => {
    const dataDir = temporaryDataDir();
    try {
      const database = await openDatabase({ dataDir });
      try {
        note(`${submissions.toLocaleString('en-US')} submissions are written; this takes some minutes`);
        await seedDemo(database, { scale });
        await multiplySubmissions(database, submissions);
        note('the home dashboard, and its filters beside the bare count');
        const home = await measureHomeDashboard(database, rounds, allowance);
        note('the KPI dashboards and their reports');
        return [...home, ...(await measureKpis(database, rounds, allowance))];
      } finally {
        await database.close();
      }
    } finally {
      removeDataDir(dataDir);
    }
  };

export const dashboardsDb = atSize({ submissions: 1_000_000, scale: 1, allowance: 1 });
export const dashboardsDbTenfold = atSize({ submissions: 10_000_000, scale: 3, allowance: 2 });
