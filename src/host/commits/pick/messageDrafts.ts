import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import type { CommitPick } from '../../../model/pick/pick.ts';
import { TextFiles } from '../../kit/texts/textFiles.ts';
import { visible } from '../../visible.ts';

export const messageScheme = 'graft-message';

/** A cherry-pick or resolution whose message is being edited; kept until sent or discarded. */
export interface MessageDraft {
  readonly account: string;
  readonly pick: CommitPick & { readonly project: number };
  /** SHA of the branch at the dry run. */
  readonly tip: string;
  readonly message: string;
  /** Branch for the commit of a resolution; undefined for a cherry-pick on the server. */
  readonly resolvedOn?: string | undefined;
}

export interface WrittenMessage {
  readonly uri: vscode.Uri;
  readonly draft: MessageDraft;
  readonly message: string;
}

const shape = v.object({
  account: v.string(),
  pick: v.object({
    action: v.picklist(['cherryPick', 'revert']),
    project: v.number(),
    sha: v.string(),
    branch: v.string(),
  }),
  tip: v.string(),
  message: v.string(),
  resolvedOn: v.optional(v.string()),
  changedAtMs: v.number(),
});

/** Commit messages as documents. */
export class MessageDrafts extends TextFiles<'message', v.InferOutput<typeof shape>> {
  constructor(memento: vscode.Memento) {
    super(memento, 'graft.message ', shape, 'message');
  }

  /** Stores a draft and returns its URI. An existing message for the same pick is kept. */
  async open(draft: MessageDraft): Promise<vscode.Uri> {
    const uri = this.uriOf(draft);
    await this.put(uri, { ...draft, message: this.get(uri)?.message ?? draft.message });
    return uri;
  }

  uriOf({ account, pick, resolvedOn }: Pick<MessageDraft, 'account' | 'pick' | 'resolvedOn'>): vscode.Uri {
    const branch = visible(pick.branch).replaceAll('/', '-');
    const sha = pick.sha.slice(0, 8);
    const resolution = pick.action === 'revert' ? 'Revert' : 'Resolution';
    const name =
      resolvedOn === undefined ? `Cherry-pick ${sha} onto ${branch}` : `${resolution} of ${sha} on ${branch}`;
    return vscode.Uri.from({
      scheme: messageScheme,
      authority: account,
      path: `/${pick.project}/${pick.sha}/${name}`,
      query: encodeURIComponent(pick.branch),
    });
  }

  /** Undefined once applied or discarded. */
  get(uri: vscode.Uri): MessageDraft | undefined {
    return this.at(uri);
  }

  /** After a repeated dry run. */
  async moveTip(uri: vscode.Uri, tip: string): Promise<void> {
    const draft = this.at(uri);
    if (draft) await this.store(uri, { ...draft, tip });
  }

  protected override nameOf(uri: vscode.Uri): string {
    return uri.toString();
  }
}
