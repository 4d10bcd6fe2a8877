import { becomeClone } from './becomeClone.ts';
import type { Ui } from './hands.ts';
import { poll } from './poll.ts';
import { cloneSample } from './sampleClone.ts';
import type { RunningSandbox } from './startSandbox.ts';
import { type Session, type SessionOptions, startSession } from './userSession.ts';

const usualViewport = { width: 1400, height: 900 };

/** What a window on a clone of the sample project begins with. */
export type CloneWindowOptions = Pick<SessionOptions, 'builtIns' | 'settings' | 'viewport' | 'vsixFile'> & {
  readonly sandbox: RunningSandbox;
  /** Who is signed in: one of the server's tokens. */
  readonly token: string;
  /** What has to be taken back before another file gets the window, beside the account. */
  readonly takeBack?: (ui: Ui) => Promise<void>;
};

/** A window that the files of one process share, one after the other. */
type SharedWindow = {
  /** What it was opened with: another file may have it that wants the same. */
  readonly wanted: string;
  readonly session: Session;
  /** Where its page was when it was opened: one that has gone elsewhere is not shared. */
  readonly address: string;
  /** The clone it is open on; none: an empty window. */
  readonly folder?: string;
  /** Takes back what the file has done that has it. */
  takeBack(): Promise<void>;
  end(): Promise<void>;
};

/** The windows that wait for the next file, by what they were opened with. */
const kept = new Map<string, SharedWindow>();

let mayKeep = true;

/**
 * An empty window in which nobody is signed in. Its `stop` leaves it to the next file that wants one, which finds editors,
 * notifications and questions closed; whatever else was changed in it stays.
 */
export async function openEmptyWindow(): Promise<Session> {
  const wanted = 'empty';
  const found = await take(wanted);
  if (found !== undefined) return shared(found);
  const session = await startSession();
  return shared({ wanted, session, address: session.page.url(), takeBack: async () => {}, end: () => session.stop() });
}

/**
 * A window on a clone of the sample project. Its `stop` leaves it to the next file that wants one with the same settings.
 * There the folder becomes a clone of the other server and another account is signed in; which views are open, and what the
 * palette remembers, stays.
 */
export async function openCloneWindow({
  sandbox,
  token,
  viewport = usualViewport,
  takeBack,
  ...options
}: CloneWindowOptions): Promise<Session> {
  const wanted = JSON.stringify(options);
  const leave = async (ui: Ui): Promise<void> => {
    await takeBack?.(ui);
    await signOutByHand(ui);
  };
  const clone = await cloneSample(sandbox);
  try {
    const found = await take(wanted);
    if (found?.folder !== undefined) {
      const { ui, page } = found.session;
      becomeClone(found.folder, clone.folder);
      clone.remove();
      await page.setViewportSize(viewport);
      await signInByHand(ui, sandbox.url, token);
      await ui.command('Notifications: Clear All Notifications');
      return shared({ ...found, takeBack: () => leave(ui) });
    }
    const session = await startSession({
      ...options,
      folder: clone.folder,
      viewport,
      env: { GRAFT_DEMO_ACCOUNT: JSON.stringify({ url: sandbox.url, token }) },
    });
    const end = async (): Promise<void> => {
      await session.stop();
      clone.remove();
    };
    const address = session.page.url();
    return shared({ wanted, session, address, folder: clone.folder, takeBack: () => leave(session.ui), end });
  } catch (error) {
    clone.remove();
    throw error;
  }
}

/** Signs in as a user does. */
export async function signInByHand(ui: Ui, url: string, token: string): Promise<void> {
  await ui.command('Graft: Sign In to GitLab…');
  await ui.input(url, { prompt: 'URL of the server' });
  await ui.input(token, { prompt: 'Token for' });
  await ui.notification(/Signed in/);
}

/** Has windows end with the files that have them: a failure may leave anything in one. */
export function keepNoWindow(): void {
  mayKeep = false;
}

/** Ends the windows that wait for a next file. */
export async function endKeptWindows(): Promise<void> {
  for (const [wanted, window] of kept) {
    kept.delete(wanted);
    await window.end();
  }
}

/** The session of a window, whose `stop` keeps the window for the next file. */
function shared(window: SharedWindow): Session {
  const { wanted, session, address } = window;
  return {
    ...session,
    async stop() {
      if (mayKeep && !kept.has(wanted) && session.page.url() === address) kept.set(wanted, window);
      else await window.end();
    },
  };
}

/** The window that is kept for tests that want this, with nothing open in it. */
async function take(wanted: string): Promise<SharedWindow | undefined> {
  if (!mayKeep) await endKeptWindows();
  const window = kept.get(wanted);
  if (window === undefined) return undefined;
  const { ui } = window.session;
  await ui.closeQuickInput();
  await ui.command('View: Close All Editors');
  await window.takeBack();
  await ui.command('Notifications: Clear All Notifications');
  // kept until here, so that it ends where any of this fails
  kept.delete(wanted);
  return window;
}

/** Removes the account that is signed in. */
async function signOutByHand(ui: Ui): Promise<void> {
  await ui.command('Graft: Remove Account…');
  await poll(async () => (await ui.quickPickItems()).length === 1, { what: 'the account' });
  await ui.press('Enter');
  await ui.modal('Remove');
}
