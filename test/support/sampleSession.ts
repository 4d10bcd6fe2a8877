import { type RunningSandbox, startSandbox } from './startSandbox.ts';
import type { Ui } from './hands.ts';
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
export interface SampleOptions extends Pick<
  SessionOptions,
  'viewport' | 'settings' | 'language' | 'builtIns' | 'vsixFile'
> {
  /** Left out: one of its own, which can be told to fail. */
  readonly sandbox?: RunningSandbox;
  /** Who signs in; left out: a maintainer. */
  readonly token?: string;
  /** Changes server and clone before the window opens. */
  readonly prepare?: (sandbox: RunningSandbox, clone: SampleClone) => void;
  /** `byHand` signs in as a user does, `preset` has the account when the window opens; neither when left out. */
  readonly signIn?: 'byHand' | 'preset';
}

/** Clones the sample project of a server and opens a window on the clone. */
export const startSampleSession = async ({
  sandbox: given,
  prepare,
  signIn,
  token,
  ...options
}: SampleOptions = {}): Promise<SampleSession> => {
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const sandbox = given ?? (await startSandbox({ faults: true }));
    if (given === undefined) undo.push(() => sandbox.close());
    const clone = await cloneSample(sandbox);
    undo.push(() => clone.remove());
    prepare?.(sandbox, clone);
    const account = { url: sandbox.url, token: token ?? sandbox.tokens.maintainer };
    const session = await startSession({
      ...options,
      folder: clone.folder,
      ...(signIn === 'preset' ? { env: { GITLAB_HOST: account.url, GITLAB_TOKEN: account.token } } : {}),
    });
    undo.push(() => session.stop());
    if (signIn === 'byHand') await signInByHand(session.ui, account.url, account.token);
    return { sandbox, clone, session, ui: session.ui, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Signs in as a user does. */
const signInByHand = async (ui: Ui, url: string, token: string): Promise<void> => {
  await ui.command('Graft: Sign In to GitLab…');
  // the remote of the clone leads there
  await ui.pick(new URL(url).host);
  await ui.pick('Paste a Token');
  await ui.input(token, { prompt: 'Token for' });
  await ui.notification(/Signed in/);
};
