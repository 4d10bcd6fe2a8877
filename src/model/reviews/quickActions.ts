import { isSameText } from '../sameText.ts';

/** A text without the lines the server reads as orders, such as `/assign @lena`; those in code stay. */
export const withoutQuickActions = (text: string): string => {
  let fence: string | undefined;
  return text
    .split(/\r\n?|\n/)
    .filter((line) => {
      const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
      if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
        fence = fence === undefined ? mark : undefined;
        return true;
      }
      return fence !== undefined || !/^\/[a-z][a-z_]*(?:\s|$)/.test(line);
    })
    .join('\n');
};

/** Whether the server would carry out lines of a text. */
export const hasQuickActions = (text: string): boolean => !isSameText(text, withoutQuickActions(text));

/** Whether a text has quick actions and nothing else. */
export const isQuickActionsOnly = (text: string): boolean =>
  text.trim() !== '' && withoutQuickActions(text).trim() === '';

/** Whether a comment says what a text became: the server carries quick actions out and leaves them away. */
export const isPublished = (text: string, body: string): boolean =>
  isSameText(body, text) || isSameText(body, withoutQuickActions(text));
