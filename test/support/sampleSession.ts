import { type RunningSandbox, startSandbox } from './startSandbox.ts';
import type { Ui } from './hands.ts';
import { signInByHand } from './keptWindow.ts';
import { cloneSample, type SampleClone } from './sampleClone.ts';
import { type Session, type SessionOptions, startSession } from './userSession.ts';

/** A window on a clone of the sample project, with its server. */
export interface SampleSession {
  readonly sandbox: RunningSandbox;
  readonly clone: SampleClone;
  readonly session: Session;
  readonly ui: Ui;
  stop(): Promise<void>;
}

/** What a sample session may begin with. */
export interface SampleOptions extends Pick<SessionOptions, 'viewport' | 'settings' | 'language'> {
  /** Changes server and clone before the window opens. */
  readonly prepare?: (sandbox: RunningSandbox, clone: SampleClone) => void;
  /** `byHand` signs in as a user does, `preset` has the account when the window opens; neither when left out. */
  readonly signIn?: 'byHand' | 'preset';
}

/** Starts a server that can be told to fail, clones its sample project and opens a window on the clone. */
export const startSampleSession = async (options: SampleOptions = {}): Promise<SampleSession> => {
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const sandbox = await startSandbox({ faults: true });
    undo.push(() => sandbox.close());
    const clone = await cloneSample(sandbox);
    undo.push(() => clone.remove());
    options.prepare?.(sandbox, clone);
    const account = JSON.stringify({ url: sandbox.url, token: sandbox.tokens.maintainer });
    const session = await startSession({
      folder: clone.folder,
      ...(options.viewport ? { viewport: options.viewport } : {}),
      ...(options.settings ? { settings: options.settings } : {}),
      ...(options.language === undefined ? {} : { language: options.language }),
      ...(options.signIn === 'preset' ? { env: { GRAFT_DEMO_ACCOUNT: account } } : {}),
    });
    undo.push(() => session.stop());
    if (options.signIn === 'byHand') await signInByHand(session.ui, sandbox.url, sandbox.tokens.maintainer);
    return { sandbox, clone, session, ui: session.ui, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
