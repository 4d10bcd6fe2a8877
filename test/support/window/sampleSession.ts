import { type RunningSandbox, startSandbox } from '../servers/startSandbox.ts';
import type { Ui } from './hands.ts';
import { cloneSample, type SampleClone } from '../servers/sampleClone.ts';
import { type Session, type SessionOptions, startSession } from './userSession.ts';

export interface SampleSession {
  readonly sandbox: RunningSandbox;
  readonly clone: SampleClone;
  readonly session: Session;
  readonly ui: Ui;
  stop(): Promise<void>;
}

export interface SampleOptions extends Pick<
  SessionOptions,
  'viewport' | 'settings' | 'language' | 'builtIns' | 'vsixFile'
> {
  /** Default: a new one with faults enabled. */
  readonly sandbox?: RunningSandbox;
  /** Default: a maintainer. */
  readonly token?: string;
  readonly prepare?: (sandbox: RunningSandbox, clone: SampleClone) => void;
  /** `byHand` uses the sign-in commands, `preset` the environment; default: not signed in. */
  readonly signIn?: 'byHand' | 'preset';
}

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

const signInByHand = async (ui: Ui, url: string, token: string): Promise<void> => {
  await ui.command('Graft: Sign In to GitLab…');
  await ui.pick(new URL(url).host);
  await ui.pick('Paste a Token');
  await ui.input(token, { prompt: 'Token for' });
  await ui.notification(/Signed in/);
};
