import * as v from 'valibot';
import type { FromConnectionPage, ToConnectionPage } from '../../../messages/connectionPage.ts';
import { Pages } from '../../kit/page.ts';
import type { Shell } from '../../shell/shell.ts';
import { type Checked, ConnectionSession } from './session.ts';

const savedState = v.object({});

/** The pages that check connections, one for each server. A reload of the window closes them: what they show is old then. */
export class ConnectionPages extends Pages<FromConnectionPage, ToConnectionPage, ConnectionSession, object> {
  readonly #shell: Shell;

  constructor(shell: Shell) {
    const kind = { viewType: 'graft.connection', bundle: 'connectionPage', styles: [], hasFindWidget: true };
    super(shell, { ...kind, saved: savedState });
    this.#shell = shell;
  }

  /** Checks a connection on the page it has, or on a new one. */
  check(checked: Checked): void {
    const key = `${checked.id} ${checked.baseUrl}`;
    const open = this.find(key);
    if (open === undefined) this.openPage((page) => new ConnectionSession(key, checked, this.#shell, page));
    else {
      this.reveal(key);
      open.check();
    }
  }

  protected override restored(): undefined {
    return undefined;
  }
}
