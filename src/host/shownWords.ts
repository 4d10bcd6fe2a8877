import * as vscode from 'vscode';
import { visibleMarkdown, visibleText } from './visible.ts';

export const shownText = <T>(value: T): T => (typeof value === 'string' ? (visibleText(value) as T) : value);

/** Edits in place, as VS Code identifies objects. */
const shownIn = <T extends object>(target: T, names: readonly (keyof T)[]): T => {
  for (const name of names) {
    const text = target[name];
    const shown = shownText(text);
    // unchanged objects may be readonly
    if (shown !== text) target[name] = shown;
  }
  return target;
};

export const shownMarkdown = <T>(value: T): T => {
  if (!(value instanceof vscode.MarkdownString)) return shownText(value);
  value.value = visibleMarkdown(value.value);
  return value;
};

export const shownItem = (item: vscode.TreeItem): vscode.TreeItem => {
  if (typeof item.label === 'object') shownIn(item.label, ['label']);
  if (item.accessibilityInformation !== undefined) shownIn(item.accessibilityInformation, ['label']);
  shownMarkdown(item.tooltip);
  return shownIn(item, ['label', 'description', 'tooltip']);
};

export const shownRow = <T extends vscode.QuickPickItem>(row: T): T => shownIn(row, ['label', 'description', 'detail']);

export const shownProblem = <T extends string | vscode.InputBoxValidationMessage | null | undefined>(problem: T): T =>
  typeof problem === 'object' && problem !== null
    ? { ...problem, message: visibleText(problem.message) }
    : shownText(problem);

/** The text of a comment being edited stays untouched. */
export const shownComment = (comment: vscode.Comment): vscode.Comment => {
  shownIn(comment.author, ['name']);
  if (comment.mode === vscode.CommentMode.Preview) {
    if (typeof comment.body === 'string') comment.body = visibleMarkdown(comment.body);
    else shownMarkdown(comment.body);
  }
  return shownIn(comment, ['label']);
};

export const shownOptions = <T extends object>(options: T, names: readonly (keyof T)[]): T =>
  shownIn({ ...options }, names);

type Cleaners<T> = { readonly [Name in keyof T]?: (value: T[Name]) => T[Name] };

/** Wraps setters of a VS Code object. */
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
