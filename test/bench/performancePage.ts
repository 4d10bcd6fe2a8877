import { format } from 'prettier';
import type { PageCosts } from './pageCosts.ts';
import type { PagingResults } from './paging.ts';
import type { SandboxResults } from './sandboxSpeed.ts';
import type { TransferResults } from './transfers.ts';
import { connectionNodes, type WalkResults } from './walking.ts';

/** What one run measured, and what it ran on. */
export interface Measurements {
  readonly machine: string;
  readonly date: string;
  readonly pages: number;
  readonly rounds: number;
  readonly paging: PagingResults;
  readonly costs: PageCosts;
  readonly walk: WalkResults;
  readonly sizeBytes: number;
  readonly upload: TransferResults;
  readonly download: TransferResults;
  readonly sandbox: SandboxResults;
}

const ratio = (value: number): string => `${value.toFixed(2)} ×`;
const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
const verdict = (isMet: boolean): string => (isMet ? 'met' : 'missed');

const goal = (name: string, wanted: string, found: string, isMet: boolean, why: string): string =>
  `| ${name} | ${wanted} | ${found} | ${verdict(isMet)} |${isMet ? '' : ` ${why}`} |`;

const gitbeakerAlone =
  'Without its limit of requests a minute, which is switched off here, the public client is not slow: it hands on what was parsed and checks nothing.';

const heldBackMemory = ({ growthBytes, smallGrowthBytes }: TransferResults): string =>
  growthBytes > 1.25 * smallGrowthBytes
    ? `It depends on the size of the file: ${megabytes(smallGrowthBytes)} for an eighth of it. Why has not been looked into.`
    : `It hardly depends on the size of the file: ${megabytes(smallGrowthBytes)} for an eighth of it. Node takes new memory for every 64 KB that arrive, and frees it when enough has gathered: undici that throws everything away grows as much.`;

const heldBackSpeed = {
  upload:
    'Of the profile, most is the system’s: reading the file and writing to the connection. What is JavaScript is a tenth.',
  download:
    'In the profile, half the time is spent waiting for the disk and the server, a seventh collecting the memory of the parts that arrived, an eighth handing them to be written; and the file is flushed to the disk before it counts as saved, which curl leaves to the system.',
};

/** What was measured of one page alone. */
const heldBackByChecks = ({ parseMs, checkMs, schemaMs }: PageCosts): string =>
  `Of a page, parsing costs ${parseMs.toFixed(2)} ms in both; the client checks every record besides (${checkMs.toFixed(3)} ms together with looking for web pages and long numbers; the schemas alone would take ${schemaMs.toFixed(3)} ms). About 0.015 ms go into the address, the frame of a request and sharing it; the rest is collecting what the check of a page leaves behind.`;

const transferRows = (name: string, results: TransferResults, why: string): readonly string[] => {
  const { ms, growthBytes, curlMs } = results;
  return [
    goal(
      `${name}: memory`,
      '< 64 MB more',
      `${megabytes(growthBytes)} more`,
      growthBytes < 64 * 1024 ** 2,
      heldBackMemory(results),
    ),
    curlMs === undefined
      ? `| ${name}: speed | ≥ 0.80 × curl | not measured | – | curl is not installed here |`
      : goal(`${name}: speed`, '≥ 0.80 × curl', ratio(curlMs / ms), curlMs / ms >= 0.8, why),
  ];
};

/** The page of measurements in Markdown, formatted as the project's files are. */
export const performancePage = async (measured: Measurements): Promise<string> => {
  const { paging, costs, walk, sandbox, pages, rounds, upload, download, sizeBytes } = measured;
  const toUndici = paging.undici.ms / paging.client.ms;
  const toGitbeaker = paging.gitbeaker.ms / paging.client.ms;
  const growth = paging.client.growthBytes;
  const flat = 8 * 1024 ** 2;
  const fastest = Math.max(...sandbox.perSecond.map(([, , perSecond]) => perSecond));
  const lines = [
    '# Performance',
    '',
    `Written by \`npm run bench\` on ${measured.date}: ${measured.machine}. Ratios compare things measured in turns within`,
    'one run; absolute times depend on the machine and on what else it does. Nothing here is asserted by a test.',
    `\`npm run bench -- --quick\` is a rough run of less than a minute and writes nothing.`,
    '',
    '## Goals',
    '',
    '| What | Goal | Measured | | What holds it back |',
    '| --- | --- | --- | --- | --- |',
    goal('Paging: client to bare undici', '≥ 0.85 ×', ratio(toUndici), toUndici >= 0.85, heldBackByChecks(costs)),
    goal('Paging: client to @gitbeaker/rest', '≥ 5 ×', ratio(toGitbeaker), toGitbeaker >= 5, gitbeakerAlone),
    goal('Paging: memory', 'flat', `${megabytes(growth)} more`, growth < flat, 'Pages are held beyond their turn.'),
    ...transferRows(`Upload of ${megabytes(sizeBytes)}`, upload, heldBackSpeed.upload),
    ...transferRows(`Download of ${megabytes(sizeBytes)}`, download, heldBackSpeed.download),
    '',
    '## Paging',
    '',
    `${pages} pages of 100 commits from a generated server in a process of its own, each reader in a fresh process, the`,
    `first 100 pages not measured, ${rounds} rounds in turns, medians. Memory is the heap after a collection at the end`,
    'against page 100. The public client reads page by page with its limit of requests a minute switched off.',
    '',
    '| Reader | Pages a second | To bare undici | In processor time | Heap growth |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(paging).map(
      ([way, { ms, cpuMs, growthBytes }]) =>
        `| ${way} | ${Math.round(((pages - 100) * 1000) / ms)} | ${ratio(paging.undici.ms / ms)} | ${ratio(paging.undici.cpuMs / cpuMs)} | ${megabytes(growthBytes)} |`,
    ),
    '',
    '## A GraphQL connection',
    '',
    `${connectionNodes} nodes in pages of 100 from the generated server, walked with the client's GraphQL and with undici and`,
    '`JSON.parse` alone, each in a fresh process that walked it once before, in turns, medians.',
    '',
    '| Walker | ms | Nodes a second | To bare undici | In processor time | Heap growth in ten walks |',
    '| --- | --- | --- | --- | --- | --- |',
    ...Object.entries(walk).map(
      ([way, { ms, cpuMs, nodes, growthBytes }]) =>
        `| ${way} | ${ms.toFixed(0)} | ${Math.round((nodes * 1000) / ms)} | ${ratio(walk.undici.ms / ms)} | ${ratio(walk.undici.cpuMs / cpuMs)} | ${megabytes(growthBytes)} |`,
    ),
    '',
    '## Transfers',
    '',
    'One file to and from a generated server, with the client and with curl in turns. Downloads are written to disk. Memory',
    'is the most the process had beyond what it had before the request, as the system counts it.',
    '',
    '| Direction | Client | curl | Memory |',
    '| --- | --- | --- | --- |',
    ...Object.entries({ upload, download }).map(
      ([direction, { ms, curlMs, growthBytes }]) =>
        `| ${direction} | ${megabytes((sizeBytes * 1000) / ms)}/s | ${curlMs === undefined ? 'not installed' : `${megabytes((sizeBytes * 1000) / curlMs)}/s`} | ${megabytes(growthBytes)} |`,
    ),
    '',
    '## An answer that has not changed',
    '',
    `A page of 100 commits takes ${sandbox.fullBytes} bytes on the connection, and ${sandbox.unchangedBytes} bytes (${((100 * sandbox.unchangedBytes) / sandbox.fullBytes).toFixed(2)} %) as 304.`,
    '',
    '## The sandbox',
    '',
    `It serves ${Math.round(sandbox.startMs)} ms after its process was started, the building of the sample world included. Requests`,
    'a second with four at once, everything on one machine, without limits of requests; most of the slow ones ask git.',
    'Imports are measured until they are accepted, while those before them are at work. Reads come first.',
    '',
    '| Operation | Request | A second | To the fastest |',
    '| --- | --- | --- | --- |',
    ...sandbox.perSecond.map(
      ([reference, request, perSecond]) =>
        `| ${reference} | \`${request}\` | ${Math.round(perSecond)} | ${(perSecond / fastest).toFixed(2)} |`,
    ),
    '',
  ];
  return format(lines.join('\n'), { parser: 'markdown', printWidth: 120 });
};
