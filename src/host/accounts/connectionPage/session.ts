import * as vscode from '../../vscode.ts';
import { createProbe } from '../../../client/probe.ts';
import type { TokenHeader } from '../../../client/sending.ts';
import { type Transport, writesKeepAliveMs } from '../../../client/transport.ts';
import type { ConnectionPageState, FromConnectionPage, ToConnectionPage } from '../../../messages/connectionPage.ts';
import type { Handlers } from '../../../messages/page.ts';
import { instanceName } from '../../../model/account.ts';
import { checkConnection } from '../../../model/accounts/checkConnection.ts';
import type { Check } from '../../../model/accounts/connectionCheck.ts';
import { withoutSecrets } from '../../../model/accounts/withoutSecrets.ts';
import { reported } from '../../kit/commands.ts';
import type { Page, PageSession } from '../../kit/pages/page.ts';
import type { Shell } from '../../shell/shell.ts';
import { type Remedy, remediesOf } from './remedies.ts';
import { checkReport, checkTitle, stepView, summaryOf } from './messages.ts';

/** Without an id, no token is sent. */
export interface Checked {
  readonly id: string;
  readonly baseUrl: string;
  readonly tokenHeader?: TokenHeader | undefined;
}

/** Session of a connection page; checks at once. */
export class ConnectionSession implements PageSession<FromConnectionPage> {
  readonly key: string;
  readonly #checked: Checked;
  readonly #shell: Shell;
  readonly #page: Page<ToConnectionPage>;
  #checks: readonly Check[] = [];
  #running: AbortController | undefined;
  #isListening = false;

  readonly handlers: Handlers<FromConnectionPage> = {
    ready: () => {
      this.#isListening = true;
      this.#notify();
    },
    act: async ({ action }) => {
      const all = [...this.#actions(), ...this.#checks.flatMap((check) => this.#remedies(check))];
      await all.find(({ name }) => name === action)?.run();
    },
  };

  constructor(key: string, checked: Checked, shell: Shell, page: Page<ToConnectionPage>) {
    this.key = key;
    this.#checked = checked;
    this.#shell = shell;
    this.#page = page;
    page.draw(this.#title, { title: this.#title } satisfies ConnectionPageState);
    this.check();
  }

  get checks(): readonly Check[] {
    return this.#checks;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Aborts a running check. */
  check(): void {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#checks = [];
    void reported(this.#shell, 'graft.accounts.checkConnection', async () => {
      try {
        await this.#run(running);
      } finally {
        if (this.#running === running) this.#running = undefined;
        this.#notify();
      }
    });
    this.#notify();
  }

  setVisible(isVisible: boolean): void {
    // VS Code unloads hidden pages, which then send `ready` again
    if (!isVisible) this.#isListening = false;
  }

  dispose(): void {
    this.#isListening = false;
    this.#running?.abort();
  }

  get #title(): string {
    return checkTitle(instanceName(this.#checked.baseUrl));
  }

  async #run(running: AbortController): Promise<void> {
    const { signal } = running;
    const { accounts, network, project, traffic, log } = this.#shell;
    const { id, baseUrl, tokenHeader = 'authorization' } = this.#checked;
    const token = await accounts.token(id);
    const { open } = project;
    const transports: Transport[] = [];
    try {
      await checkConnection({
        baseUrl,
        hasToken: token !== undefined,
        tokenHeader,
        namespace: open?.account.id === id ? open.project.path_with_namespace.replace(/\/[^/]*$/, '') : undefined,
        wantsLiveUpdates: !this.#shell.subscriptions.isOff,
        today: new Date(),
        unusedMs: writesKeepAliveMs,
        signal,
        probe: async (seen) => {
          const transport = await network.watched(seen, accounts.identity(id));
          transports.push(transport);
          const spelling = network.spellingOf(baseUrl);
          return createProbe({
            baseUrl,
            spelling,
            token,
            transport,
            secrets: log.secrets,
            traffic: traffic.of(id),
            signal,
          });
        },
        report: (checks) => {
          // ignore an aborted check
          if (this.#running !== running) return;
          this.#checks = checks;
          this.#notify();
        },
      });
    } finally {
      await Promise.all(transports.map((each) => each.close()));
    }
  }

  #actions(): readonly Remedy[] {
    const { t } = vscode.l10n;
    if (this.isRunning) return [{ name: 'cancel', label: t('Cancel'), run: async () => this.#running?.abort() }];
    return [
      { name: 'again', label: t('Check Again'), run: async () => this.check() },
      { name: 'copy', label: t('Copy Report'), run: () => this.#copy() },
    ];
  }

  #remedies(check: Check): readonly Remedy[] {
    return remediesOf(check, this.#checked);
  }

  async #copy(): Promise<void> {
    const { context, log } = this.#shell;
    const { version } = context.extension.packageJSON as { readonly version: string };
    const report = checkReport(this.#title, version, this.#checks);
    await vscode.env.clipboard.writeText(withoutSecrets(log.secrets.clean(report)));
    vscode.window.setStatusBarMessage(vscode.l10n.t('Report copied as Markdown.'), 3000);
  }

  get view(): ToConnectionPage {
    const { isRunning } = this;
    return {
      type: 'check',
      summary: summaryOf(this.#checks, isRunning),
      isRunning,
      actions: this.#actions().map(({ name, label }) => ({ name, label })),
      steps: this.#checks.map((check) =>
        stepView(
          check,
          this.#remedies(check).map(({ name, label }) => ({ name, label })),
        ),
      ),
    };
  }

  #notify(): void {
    if (this.#isListening) this.#page.post(this.view);
  }
}
