import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { TextFiles } from '../../kit/texts/textFiles.ts';
import { visible } from '../../visible.ts';

/** URI scheme of title and description documents. */
export const formScheme = 'graft-request';

const member = v.object({ id: v.number(), username: v.string(), name: v.string() });

const shape = v.object({
  account: v.string(),
  /** Project id. */
  project: v.number(),
  source: v.string(),
  /** Target project of a fork's merge request that was chosen. */
  into: v.optional(v.number()),
  /** Empty for the default branch. */
  target: v.string(),
  /** Title, empty line, description. */
  text: v.string(),
  isDraft: v.boolean(),
  labels: v.array(v.string()),
  milestone: v.optional(v.object({ id: v.number(), title: v.string() })),
  assignees: v.array(member),
  reviewers: v.array(member),
  squash: v.boolean(),
  removesSource: v.boolean(),
  /** Default true, as on GitLab. */
  isCollaborative: v.optional(v.boolean()),
  changedAtMs: v.number(),
  /** For an existing merge request: iid, and the text at the start of editing. */
  edits: v.optional(v.object({ iid: v.number(), base: v.string() })),
});

/** Input for a new merge request. */
export type Form = v.InferOutput<typeof shape>;

/** Unique: one form per branch. */
export type FormName = Pick<Form, 'account' | 'project' | 'source'>;

/** New merge requests, with their texts as documents. */
export class Forms extends TextFiles<'text', Form> {
  constructor(memento: vscode.Memento) {
    super(memento, 'graft.newMergeRequest ', shape, 'text');
  }

  get(name: FormName): Form | undefined {
    return this.at(uriOf(name));
  }

  keep(form: Form): Promise<void> {
    return this.put(uriOf(form), form);
  }

  /** Opens the text of a stored form. */
  async edit(form: Form): Promise<void> {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uriOf(form)), { preview: false });
  }

  /** Includes unsaved editor text. */
  async withTyped(form: Form): Promise<Form> {
    const uri = uriOf(form);
    const typed = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (typed?.isDirty !== true) return form;
    const next = { ...form, text: typed.getText() };
    await this.store(uri, next);
    return next;
  }

  /** Deletes a form and closes its editor. */
  discard(form: Form): Promise<void> {
    return this.close(uriOf(form));
  }

  /** Account, project and branch. */
  protected override nameOf({ authority, query }: vscode.Uri): string {
    return `${authority} ${decodeURIComponent(query)}`;
  }
}

/** Form name for an existing merge request; branch names have no spaces. */
export const editedName = (iid: number): string => `text of !${iid}`;

const uriOf = ({ account, project, source }: FormName): vscode.Uri =>
  vscode.Uri.from({
    scheme: formScheme,
    authority: account,
    path: `/Merge request ${source.includes(' ') ? '' : 'of '}${visible(source).replaceAll('/', '-')}.md`,
    query: encodeURIComponent(`${project} ${source}`),
  });
