import * as vscode from 'vscode';
import { visibleMarkdown, visibleText } from './visible.ts';

/** A text, or anything that holds none. */
export const shownText = <T>(value: T): T => (typeof value === 'string' ? (visibleText(value) as T) : value);

/** Makes the texts under these names visible, in the object itself: the editor and its callers know it by what it is. */
const shownIn = <T extends object>(target: T, names: readonly (keyof T)[]): T => {
  for (const name of names) {
    const text = target[name];
    const shown = shownText(text);
    // what is written by us may not be written to
    if (shown !== text) target[name] = shown;
  }
  return target;
};

/** A text or Markdown, such as a tooltip or the body of a comment. */
export const shownMarkdown = <T>(value: T): T => {
  if (!(value instanceof vscode.MarkdownString)) return shownText(value);
  value.value = visibleMarkdown(value.value);
  return value;
};

/** A row of a tree. */
export const shownItem = (item: vscode.TreeItem): vscode.TreeItem => {
  if (typeof item.label === 'object') shownIn(item.label, ['label']);
  if (item.accessibilityInformation !== undefined) shownIn(item.accessibilityInformation, ['label']);
  shownMarkdown(item.tooltip);
  return shownIn(item, ['label', 'description', 'tooltip']);
};

/** A row of a quick pick. */
export const shownRow = <T extends vscode.QuickPickItem>(row: T): T => shownIn(row, ['label', 'description', 'detail']);

/** What is wrong with a text that was typed. */
export const shownProblem = <T extends string | vscode.InputBoxValidationMessage | null | undefined>(problem: T): T =>
  typeof problem === 'object' && problem !== null
    ? { ...problem, message: visibleText(problem.message) }
    : shownText(problem);

/** A comment; the text of one that is being edited is the writer's own. */
export const shownComment = (comment: vscode.Comment): vscode.Comment => {
  shownIn(comment.author, ['name']);
  if (comment.mode === vscode.CommentMode.Preview) {
    if (typeof comment.body === 'string') comment.body = visibleMarkdown(comment.body);
    else shownMarkdown(comment.body);
  }
  return shownIn(comment, ['label']);
};

/** Options of a question, with the words under these names visible. */
export const shownOptions = <T extends object>(options: T, names: readonly (keyof T)[]): T =>
  shownIn({ ...options }, names);

/** What may be put into properties of an object of the editor, by their names. */
type Cleaners<T> = { readonly [Name in keyof T]?: (value: T[Name]) => T[Name] };

/** Has what is put into properties of an object of the editor made visible on its way there. */
export const shownWhenSet = <T extends object>(target: T, cleaners: Cleaners<T>): T => {
  for (const name of Object.keys(cleaners) as (keyof T)[]) {
    const clean = cleaners[name];
    const accessor = accessorOf(target, name);
    if (clean === undefined || accessor?.set === undefined) throw new Error(`${String(name)} cannot be followed`);
    Object.defineProperty(target, name, {
      configurable: true,
      enumerable: true,
      get: () => accessor.get?.call(target) as unknown,
      set: (value: T[typeof name]) => accessor.set?.call(target, clean(value)),
    });
  }
  return target;
};

const accessorOf = (target: object, name: PropertyKey): PropertyDescriptor | undefined => {
  for (let holder: object | null = target; holder !== null; holder = Object.getPrototypeOf(holder) as object | null) {
    const found = Object.getOwnPropertyDescriptor(holder, name);
    if (found !== undefined) return found;
  }
  return undefined;
};
