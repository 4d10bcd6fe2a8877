import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { packageExtension } from '../../support/packaging.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { cloneSample } from '../../support/sampleClone.ts';
import { startMeasured, type Installed, type MeasuredEditor } from './hosts.ts';
import { packageProbe } from './probes.ts';
import type { ActivationResults, CommitsRound, EmptyRound, ExtensionRound } from './results.ts';
import { commitsOf, measureEmpty, measureGraft, measurePeer, signIn, watchGraft, watchPeer } from './rounds.ts';

/** An extension to compare with that can be activated, or the reason why it cannot. */
type Peer = { readonly editor: MeasuredEditor; readonly id: string } | string;

/**
 * Measures the extension hosts of three editors in turns: one without an extension, one with the packaged extension
 * signed in and its Commits view open, one with the extension of a file where that is given.
 */
export const measureActivation = async (rounds: number, peerFile: string | undefined): Promise<ActivationResults> => {
  const folder = temporaryFolder('bench-package');
  const undo: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const vsixFile = await packageExtension(path.join(folder, 'extension.vsix'));
    const probeFile = await packageProbe(mkdtempSync(path.join(folder, 'probe-')));
    const sandbox = await startSandbox({ faults: true });
    undo.push(() => sandbox.close());
    const clone = await cloneSample(sandbox);
    undo.push(() => clone.remove());
    const start = async (installed?: Installed): Promise<MeasuredEditor> => {
      const editor = await startMeasured(clone.folder, probeFile, installed);
      undo.push(() => editor.stop());
      return editor;
    };
    const commits = commitsOf(sandbox);

    // the first windows of an editor write what later ones read
    const graftEditor = await start({ vsixFile });
    await signIn(graftEditor.session, sandbox, commits.known[0] ?? '');
    await graftEditor.leave();
    const { request } = await measureGraft(graftEditor, commits);
    const emptyEditor = await start();
    await emptyEditor.leave();
    await measureEmpty(emptyEditor, commits, request.path);
    const peer = peerFile === undefined ? undefined : await peerIn(await start({ vsixFile: peerFile }));

    const [empty, graft, others]: [EmptyRound[], CommitsRound[], ExtensionRound[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      empty.push(await measureEmpty(emptyEditor, commits, request.path));
      graft.push(await measureGraft(graftEditor, commits));
      if (typeof peer === 'object') others.push(await measurePeer(peer.editor));
    }
    const graftWatched = await watchGraft(graftEditor, commits);
    const measured = { empty, graft, graftWatched };
    if (peer === undefined) return measured;
    if (typeof peer === 'string') return { ...measured, peer };
    return { ...measured, peer: { id: peer.id, rounds: others, watched: await watchPeer(peer.editor) } };
  } finally {
    for (const step of undo.reverse()) await step();
  }
};

/** An extension may need what this editor does not have: that is told, and the others are measured without it. */
const peerIn = async (editor: MeasuredEditor): Promise<Peer> => {
  await editor.leave();
  try {
    return { editor, id: (await measurePeer(editor)).id };
  } catch (error) {
    await editor.leave();
    return error instanceof Error ? error.message : String(error);
  }
};
