import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { packageExtension } from '../../support/packaging.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { cloneSample } from '../../support/servers/sampleClone.ts';
import { atMost, goals, median, megabytes, milliseconds, ratio, table, type Goal, type Section } from '../section.ts';
import { startMeasured, type MeasuredEditor } from './editors.ts';
import { packageProbe } from './probes.ts';
import type { ActivationTimes } from './probeCalls.ts';
import { commitsOf, measureEmpty, measureGraft, measurePeer, signIn } from './rounds.ts';
import type { CommitsRound, ExtensionRound, Round } from './rounds.ts';

interface Results {
  readonly empty: readonly Round[];
  readonly graft: readonly CommitsRound[];
  /** Absent without `--peer`; a message if the extension could not be activated. */
  readonly peer?: { readonly id: string; readonly rounds: readonly ExtensionRound[] } | string;
}

/** Measures, in turns, no extension, ours with the Commits view, and the peer. */
const measureActivation = async (rounds: number, peerFile: string | undefined): Promise<Results> => {
  const folder = temporaryFolder('bench-package');
  const undo: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const vsixFile = await packageExtension(path.join(folder, 'extension.vsix'));
    const probeFile = await packageProbe(mkdtempSync(path.join(folder, 'probe-')));
    const sandbox = await startSandbox({ faults: true });
    undo.push(() => sandbox.close());
    const clone = await cloneSample(sandbox);
    undo.push(() => clone.remove());
    const start = async (installed?: string): Promise<MeasuredEditor> => {
      const editor = await startMeasured(clone.folder, probeFile, installed);
      undo.push(() => editor.stop());
      return editor;
    };
    const commits = commitsOf(sandbox);

    // the first windows fill caches
    const graftEditor = await start(vsixFile);
    await signIn(graftEditor.session, commits);
    await graftEditor.leave();
    await measureGraft(graftEditor, commits);
    const emptyEditor = await start();
    await emptyEditor.leave();
    await measureEmpty(emptyEditor);
    const peerEditor = peerFile === undefined ? undefined : await start(peerFile);
    const peer = peerEditor && (await activatedPeer(peerEditor));

    const [empty, graft, others]: [Round[], CommitsRound[], ExtensionRound[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      empty.push(await measureEmpty(emptyEditor));
      graft.push(await measureGraft(graftEditor, commits));
      if (peerEditor && typeof peer === 'object') others.push(await measurePeer(peerEditor));
    }
    if (peer === undefined) return { empty, graft };
    return { empty, graft, peer: typeof peer === 'string' ? peer : { id: peer.id, rounds: others } };
  } finally {
    for (const step of undo.reverse()) await step();
  }
};

/** Activation of the peer may fail in this editor. */
const activatedPeer = async (editor: MeasuredEditor): Promise<{ readonly id: string } | string> => {
  await editor.leave();
  try {
    return await measurePeer(editor);
  } catch (error) {
    await editor.leave();
    return error instanceof Error ? error.message : String(error);
  }
};

const together = ({ loadMs, callMs, resolveMs }: ActivationTimes): number => loadMs + callMs + resolveMs;

const over = <Each>(rounds: readonly Each[], figure: (round: Each, index: number) => number): number =>
  median(rounds.map(figure));

/** Heap beyond the empty host's in the same round. */
const heapOver = ({ empty }: Results, rounds: readonly ExtensionRound[]): number =>
  over(rounds, ({ heapBytes }, index) => heapBytes - (empty[index]?.heapBytes ?? Number.NaN));

const againstPeer = ({ graft, peer }: Results): Goal => {
  const most = 0.08;
  if (typeof peer !== 'object') {
    const why = peer === undefined ? 'No `--peer` was given.' : `It could not be activated: ${peer}`;
    return { what: 'Activation against another extension', wanted: `≤ ${ratio(most)}`, found: 'not measured', why };
  }
  const found = over(graft, ({ times }, index) => {
    const other = peer.rounds[index];
    return other === undefined ? Number.NaN : together(times) / together(other.times);
  });
  return atMost(`Activation against \`${peer.id}\``, found, most, ratio, 'Most of it is loading the code.');
};

const allGoals = (results: Results): readonly Goal[] => {
  const { graft } = results;
  const most = graft.toSorted((one, other) => other.requests.length - one.requests.length)[0];
  const bareMs = over(graft, (round) => round.bareMs);
  const moreMs = over(graft, ({ firstRowsAtMs, freshRowsAtMs }) => freshRowsAtMs - firstRowsAtMs);
  const firstMs = over(graft, ({ firstRowsAtMs, times }) => firstRowsAtMs - times.beganAtMs);
  return [
    againstPeer(results),
    atMost('Heap with the Commits view open, over the empty host', heapOver(results, graft), 3 * 1024 ** 2, megabytes),
    atMost('First rows, from the beginning of the activation', firstMs, 300, milliseconds),
    atMost(
      'Fresh rows after the first, to a bare request',
      moreMs / bareMs,
      2,
      ratio,
      `They came ${milliseconds(moreMs)} later; a bare request takes ${milliseconds(bareMs)}.`,
    ),
    atMost('Requests before the fresh rows', most?.requests.length ?? 0, 1, String, `${most?.requests.join(', ')}.`),
  ];
};

const hosts = (results: Results): readonly string[] => {
  const row = (name: string, rounds: readonly ExtensionRound[]): readonly string[] => [
    name,
    milliseconds(over(rounds, ({ times }) => times.loadMs)),
    milliseconds(over(rounds, ({ times }) => times.callMs)),
    milliseconds(over(rounds, ({ times }) => times.resolveMs)),
    milliseconds(over(rounds, ({ times }) => together(times))),
    milliseconds(over(rounds, ({ cpuMs }, index) => cpuMs - (results.empty[index]?.cpuMs ?? Number.NaN))),
    megabytes(heapOver(results, rounds)),
  ];
  return table(
    ['Extension', 'Loading', '`activate()`', 'Its answer', 'Together', 'Processor time', 'Heap'],
    [
      row('Graft', results.graft),
      ...(typeof results.peer === 'object' ? [row(`\`${results.peer.id}\``, results.peer.rounds)] : []),
    ],
  );
};

export const activationSection: Section = {
  name: 'activation',
  title: 'Activation and first rows',
  isSlow: true,
  limitMinutes: 12,
  async measure({ isQuick, peerFile }) {
    const results = await measureActivation(isQuick ? 1 : 5, peerFile);
    const { graft } = results;
    const fromClick = (at: (round: CommitsRound) => number): string =>
      milliseconds(over(graft, (round) => at(round) - round.clickedAtMs));
    return [
      ...goals(allGoals(results)),
      'The packaged extension in an editor, in a window that is opened again on the sample project, signed in, with the other',
      'views closed: its Commits view is opened once the host has nothing to do. In turns with it, an editor without an',
      `extension${peerFile === undefined ? '' : ' and one with the other extension, which is activated by a caller and shows nothing'}; a fresh extension host each, rounds: ${graft.length}, medians. Times of activation`,
      'are the editor’s own (_Developer: Startup Performance_). Processor time and heap, after a collection, are what the host',
      'has more than the one without an extension, once it has come to rest again three seconds or more after the rows are',
      `there. From the click to the first rows, which are remembered ones: ${fromClick((round) => round.firstRowsAtMs)}; to the fresh rows: ${fromClick((round) => round.freshRowsAtMs)}.`,
      '',
      ...hosts(results),
    ];
  },
};
