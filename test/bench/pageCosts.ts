// Takes the work on one page of commits apart: node pageCosts.ts <address>
import { readAnswer } from '../../src/client/answer.ts';
import { listCommits } from '../../src/wire/commits.ts';

/** What one page of 100 commits costs, in milliseconds of processor time. */
export interface PageCosts {
  /** `JSON.parse` alone. */
  readonly parseMs: number;
  /** What the client does beyond that: it looks for web pages and long numbers, and checks every record. */
  readonly checkMs: number;
}

const [address = ''] = process.argv.slice(2);
const answer = await fetch(`${address}/api/v4/projects/1/repository/commits?page=1`);
const body = Buffer.from(await answer.arrayBuffer());
const headers = { 'content-type': 'application/json' };
const times = 200;

/** The best of several tries, in processor time: what else the machine does only ever adds. */
const timed = (work: () => unknown): number => {
  const tries = Array.from({ length: 8 }, () => {
    const before = process.cpuUsage();
    for (let count = 0; count < times; count += 1) work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / times;
  });
  return Math.min(...tries);
};

const parseMs = timed(() => JSON.parse(body.toString('utf8')) as unknown);
const result: PageCosts = {
  parseMs,
  checkMs: timed(() => readAnswer(listCommits, headers, body, 1)) - parseMs,
};
console.log(JSON.stringify(result));
