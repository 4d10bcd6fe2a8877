import * as vscode from '../vscode.ts';
import { withoutSecrets } from '../../model/accounts/withoutSecrets.ts';
import type { Shell } from '../shell/shell.ts';
import { type Metered, requestRate, requestReport } from './requestReport.ts';

/** Read-only document that refreshes itself. */
export const requestMeterScheme = 'graft-requests';

/** Refresh interval. */
const everyMs = 2_000;

const statusBarSetting = 'network.requestMeter';

/** Document and, if enabled, status bar item. */
export class RequestMeter implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #metered: Metered;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #item = vscode.window.createStatusBarItem('graft.requests', vscode.StatusBarAlignment.Left, 7);
  readonly #listening: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  #shown = '';

  constructor(metered: Metered) {
    this.#metered = metered;
    this.#item.name = vscode.l10n.t('Graft: Request Meter');
    this.#item.command = 'graft.accounts.showRequests';
    this.#listening = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`graft.${statusBarSetting}`)) this.refresh();
    });
    this.refresh();
  }

  /** Undefined while hidden. */
  get text(): string | undefined {
    return this.#item.text === '' ? undefined : this.#item.text;
  }

  provideTextDocumentContent(): string {
    this.#shown = requestReport(this.#metered);
    this.#timer ??= setInterval(() => this.refresh(), everyMs);
    return this.#shown;
  }

  /** Stops the timer when neither is shown. */
  refresh(): void {
    const isInBar = vscode.workspace.getConfiguration('graft').get(statusBarSetting, false);
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === requestMeterScheme);
    if (isInBar) this.#draw();
    else {
      this.#item.text = '';
      this.#item.hide();
    }
    if (open !== undefined && requestReport(this.#metered) !== this.#shown) this.#changed.fire(open.uri);
    if (isInBar || open !== undefined) this.#timer ??= setInterval(() => this.refresh(), everyMs);
    else {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
    vscode.Disposable.from(this.#listening, this.#item, this.#changed).dispose();
  }

  #draw(): void {
    const { many, t } = vscode.l10n;
    const { lastMinute, waiting } = requestRate(this.#metered);
    const rate = t('{0}/min', lastMinute);
    const text = `$(pulse) ${waiting === 0 ? rate : `${rate} · ${t('{0} waiting', waiting)}`}`;
    if (this.#item.text === text) return;
    this.#item.text = text;
    const words = [
      many(lastMinute, '{0} request in the last minute', '{0} requests in the last minute'),
      ...(waiting === 0 ? [] : [t('{0} waiting for the limit', waiting)]),
    ].join(', ');
    this.#item.tooltip = t('Graft: {0}. Select to show the request meter.', words);
    this.#item.accessibilityInformation = { label: words };
    this.#item.show();
  }
}

export const showRequests = async ({ requestMeter }: { readonly requestMeter: RequestMeter }): Promise<void> => {
  const path = `/${vscode.l10n.t('Request Meter')}.md`;
  // an open document may be outdated
  requestMeter.refresh();
  const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: requestMeterScheme, path }));
  await vscode.window.showTextDocument(document, { preview: false });
};

/** Without secrets. */
export const copyRequests = async (shell: Shell): Promise<void> => {
  await vscode.env.clipboard.writeText(withoutSecrets(shell.log.secrets.clean(requestReport(shell))));
  vscode.window.setStatusBarMessage(vscode.l10n.t('The request meter was copied as Markdown.'), 3000);
};
