const box = /\[[ xX]\]/;

/** Checks or unchecks the task on a line (0-based); undefined without one. */
export const withTask = (text: string, line: number, isDone: boolean): string | undefined => {
  const lines = text.split(/(?<=\n|\r(?!\n))/);
  const task = lines[line];
  if (task === undefined || !box.test(task)) return undefined;
  return lines.with(line, task.replace(box, isDone ? '[x]' : '[ ]')).join('');
};
