const box = /\[[ xX]\]/;

/**
 * A Markdown text with the box of the task that begins on a line, 0-based, set or cleared; undefined where there is none.
 * Everything else stays as it is.
 */
export const withTask = (text: string, line: number, isDone: boolean): string | undefined => {
  const lines = text.split(/(?<=\n|\r(?!\n))/);
  const task = lines[line];
  if (task === undefined || !box.test(task)) return undefined;
  return lines.with(line, task.replace(box, isDone ? '[x]' : '[ ]')).join('');
};
