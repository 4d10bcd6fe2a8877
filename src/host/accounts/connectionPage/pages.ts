import * as v from 'valibot';
import type { FromConnectionPage, ToConnectionPage } from '../../../messages/connectionPage.ts';
import { Pages } from '../../kit/pages/page.ts';
import type { Shell } from '../../shell/shell.ts';
import { type Checked, ConnectionSession } from './session.ts';

const savedState = v.object({});

/** One page per server, not restored after a reload, as results are outdated then. */
export class ConnectionPages extends Pages<FromConnectionPage, ToConnectionPage, ConnectionSession, object> {
  readonly #shell: Shell;

  constructor(shell: Shell) {
    const kind = { viewType: 'graft.connection', bundle: 'connectionPage', styles: [], hasFindWidget: true };
    super(shell, { ...kind, saved: savedState });
    this.#shell = shell;
  }

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
