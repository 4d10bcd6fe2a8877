import { measureActivation } from '../activation/measure.ts';
import type { ActivationTimes, Watched } from '../activation/probeCalls.ts';
import type { ActivationResults, CommitsRound, ExtensionRound } from '../activation/results.ts';
import { longestWait, scriptsUntil, sharesBetween } from '../activation/watchedHost.ts';
import { median } from '../processes.ts';
import { goals, kilobytes, megabytes, milliseconds, ratio, table, type Goal, type Section } from './section.ts';

const wanted = { ofPeer: 0.08, heapBytes: 3 * 1024 ** 2, codeBytes: 150_000, firstRowsMs: 300, freshToBare: 2 };

const together = ({ loadMs, callMs, resolveMs }: ActivationTimes): number => loadMs + callMs + resolveMs;

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

/** The median over the rounds of one figure of each. */
const over = <Round>(rounds: readonly Round[], figure: (round: Round, index: number) => number): number =>
  median(rounds.map(figure));

const codeUntil = (watched: Watched, endMs: number): number =>
  sum(scriptsUntil(watched, endMs).map(({ bytes }) => bytes));

/** Heap beyond that of the empty host of the same round. */
const heapOver = ({ empty }: ActivationResults, rounds: readonly ExtensionRound[]): number =>
  over(rounds, ({ heap }, index) => heap.usedBytes - (empty[index]?.heap.usedBytes ?? Number.NaN));

const againstPeer = ({ graft, peer }: ActivationResults): Goal => {
  const goal = { what: 'Activation against GitHub Pull Requests', wanted: `≤ ${ratio(wanted.ofPeer)}` };
  if (peer === undefined) return { ...goal, found: 'not measured', why: 'No `--peer` was given.' };
  if (typeof peer === 'string') return { ...goal, found: 'not measured', why: `It could not be activated: ${peer}` };
  const found = over(graft, ({ times }, index) => {
    const other = peer.rounds[index];
    return other === undefined ? Number.NaN : together(times) / together(other.times);
  });
  return {
    what: `Activation against \`${peer.id}\``,
    wanted: goal.wanted,
    found: ratio(found),
    isMet: found <= wanted.ofPeer,
    why: `Of ${milliseconds(over(graft, ({ times }) => together(times)))}, loading the code takes ${milliseconds(over(graft, ({ times }) => times.loadMs))}.`,
  };
};

const allGoals = (results: ActivationResults): readonly Goal[] => {
  const { empty, graft, graftWatched } = results;
  const heapBytes = heapOver(results, graft);
  const largeBytes = over(
    graft,
    ({ heap }, index) => heap.largeObjectBytes - (empty[index]?.heap.largeObjectBytes ?? Number.NaN),
  );
  const codeBytes = codeUntil(graftWatched.watched, graftWatched.times.activeAtMs);
  const firstMs = over(graft, ({ rows, times }) => rows.firstAtMs - times.beganAtMs);
  const bareMs = over(empty, (round) => round.bareMs);
  const moreMs = over(graft, ({ rows }) => rows.freshAtMs - rows.firstAtMs);
  const isRemembered = graft.every(({ rows }) => rows.firstAtMs < rows.freshAtMs);
  return [
    againstPeer(results),
    {
      what: 'Heap with the Commits view open, over the empty host',
      wanted: `≤ ${megabytes(wanted.heapBytes)} more`,
      found: `${megabytes(heapBytes)} more`,
      isMet: heapBytes <= wanted.heapBytes,
      why: `Of these, ${megabytes(largeBytes)} are in large objects, as the text of a large script is.`,
    },
    {
      what: 'Code read at activation',
      wanted: `≤ ${kilobytes(wanted.codeBytes)}`,
      found: kilobytes(codeBytes),
      isMet: codeBytes <= wanted.codeBytes,
      why: 'What the views do not show yet is loaded with the rest.',
    },
    {
      what: 'First rows, from the beginning of the activation',
      wanted: `≤ ${milliseconds(wanted.firstRowsMs)}`,
      found: milliseconds(firstMs),
      isMet: firstMs <= wanted.firstRowsMs,
      why: isRemembered ? 'They are remembered ones.' : 'No rows were remembered: these are the server’s.',
    },
    {
      what: 'Fresh rows, from the first rows',
      wanted: `≤ ${ratio(wanted.freshToBare)} a bare request`,
      found: isRemembered ? ratio(moreMs / bareMs) : 'none before the fresh ones',
      ...(isRemembered ? { isMet: moreMs <= wanted.freshToBare * bareMs } : {}),
      why: isRemembered
        ? `They came ${milliseconds(moreMs)} later; a bare request takes ${milliseconds(bareMs)}.`
        : 'The first rows are fresh.',
    },
  ];
};

const hosts = (results: ActivationResults): readonly string[] => {
  const { graft, graftWatched, peer } = results;
  const line = (
    name: string,
    rounds: readonly ExtensionRound[],
    watched: Watched,
    activeAtMs: number,
    endMs: number,
  ): readonly string[] => {
    const all = rounds.map(({ times }) => together(times));
    return [
      name,
      milliseconds(over(rounds, ({ times }) => times.loadMs)),
      milliseconds(over(rounds, ({ times }) => times.callMs)),
      milliseconds(over(rounds, ({ times }) => times.resolveMs)),
      `${milliseconds(median(all))} (${milliseconds(Math.min(...all))} to ${milliseconds(Math.max(...all))})`,
      milliseconds(over(rounds, ({ cpuMs }, index) => cpuMs - (results.empty[index]?.cpuMs ?? Number.NaN))),
      megabytes(heapOver(results, rounds)),
      kilobytes(codeUntil(watched, activeAtMs)),
      kilobytes(codeUntil(watched, endMs)),
    ];
  };
  return table(
    [
      'Extension',
      'Loading',
      '`activate()`',
      'Its answer',
      'Together',
      'Processor time',
      'Heap',
      'Code',
      'Code until rows',
    ],
    [
      line('Graft', graft, graftWatched.watched, graftWatched.times.activeAtMs, graftWatched.rows.freshAtMs),
      ...(typeof peer === 'object'
        ? [line(`\`${peer.id}\``, peer.rounds, peer.watched.watched, peer.watched.times.activeAtMs, Infinity)]
        : []),
    ],
  );
};

const stages = (rounds: readonly CommitsRound[]): readonly string[] => {
  const moments: readonly (readonly [string, (round: CommitsRound) => number])[] = [
    ['the click on the view', ({ clickedAtMs }) => clickedAtMs],
    ['the editor begins to load the extension', ({ times }) => times.beganAtMs],
    ['the code is loaded', ({ times }) => times.loadedAtMs],
    ['`activate()` is called', ({ times }) => times.calledAtMs],
    ['it has answered', ({ times }) => times.activeAtMs],
    ['the request for commits is at the server', ({ request }) => request.arrivedAtMs],
    ['the server has answered', ({ request }) => request.answeredAtMs],
    ['the fresh rows are there', ({ rows }) => rows.freshAtMs],
  ];
  return table(
    ['Until', 'From the moment before', 'At least', 'From the click'],
    moments.slice(1).map(([name, at], index) => {
      const before = moments[index]?.[1] ?? at;
      const took = rounds.map((round) => at(round) - before(round));
      const fromClick = over(rounds, (round) => at(round) - round.clickedAtMs);
      return [name, ...[median(took), Math.min(...took), fromClick].map(milliseconds)];
    }),
  );
};

/** Who had the processor, with what took less than this together. */
const smallMs = 3;

const shares = ({ times, rows, watched }: ActivationResults['graftWatched']): readonly string[] => {
  const parts = [
    sharesBetween(watched, times.beganAtMs, times.activeAtMs),
    sharesBetween(watched, times.activeAtMs, rows.freshAtMs),
  ];
  const owners = new Set(parts.flatMap((part) => [...part].filter(([, ms]) => ms >= smallMs).map(([owner]) => owner)));
  const rest = parts.map((part) => sum([...part].filter(([owner]) => !owners.has(owner)).map(([, ms]) => ms)));
  return table(
    ['The extension host', 'During the activation', 'From there to the fresh rows'],
    [
      ...[...owners].map((owner) => [owner, ...parts.map((part) => milliseconds(part.get(owner) ?? 0))]),
      ['all else', ...rest.map(milliseconds)],
    ],
  );
};

/** What the extension costs the extension host when its first view is opened. */
export const activationSection: Section = {
  name: 'activation',
  title: 'Activation',
  isSlow: true,
  limitMinutes: 12,
  async measure(thoroughness, { peerFile }) {
    const results = await measureActivation(thoroughness === 'quick' ? 1 : 5, peerFile);
    const { empty, graft, graftWatched } = results;
    const { times, rows, watched } = graftWatched;
    const wait = longestWait(watched, times.activeAtMs, rows.freshAtMs);
    const bareMs = over(empty, (round) => round.bareMs);
    return [
      ...goals(allGoals(results)),
      'The packaged extension in an editor, in a window that is opened again on the sample project, signed in, with the other',
      'views closed: its Commits view is opened once the host has nothing to do. In turns with it, an editor without an',
      `extension${peerFile === undefined ? '' : ' and one with the other extension, which is activated by a caller and shows nothing'}; a fresh extension host each, rounds: ${graft.length}, medians. Times of activation`,
      'are the editor’s own (_Developer: Startup Performance_). Processor time and heap, after a collection, are what the host',
      'has more than the one without an extension, once it has come to rest again three seconds or more after the rows are',
      'there. Code is the files below the extension’s folder that were parsed: until the activation was over, and until the',
      'fresh rows were there.',
      '',
      ...hosts(results),
      `A bare request for the same commits takes ${milliseconds(bareMs)} from a host that has sent none yet, ${milliseconds(over(empty, (round) => round.bareAgainMs))} when it is sent`,
      `again. From the beginning of the activation to fresh rows it is ${ratio(over(graft, (round) => round.rows.freshAtMs - round.times.beganAtMs) / bareMs)} the first of these. Where the time goes:`,
      '',
      ...stages(graft),
      'One more round, with a profile of the host: slower, and not among the medians.',
      '',
      ...shares(graftWatched),
      `After the activation, the host had nothing to do for ${milliseconds(wait.ms)} at a stretch, from ${milliseconds(wait.fromMs - times.activeAtMs)} after it. VS Code holds back what`,
      'has changed in a tree for 200 ms after the change before. The window itself was at work for',
      `${milliseconds(graftWatched.windowBusyMs)} of the ${milliseconds(graftWatched.windowMs)} from the click to the fresh rows.`,
      '',
      `Read by then: ${scriptsUntil(watched, rows.freshAtMs)
        .map(({ file, bytes }) => `\`${file}\` (${kilobytes(bytes)})`)
        .join(', ')}.`,
      '',
    ];
  },
};
