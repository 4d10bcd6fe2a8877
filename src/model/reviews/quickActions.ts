import { isSameText } from '../text/sameText.ts';

/** Removes lines such as `/assign @lena`, except in code blocks. */
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

export const hasQuickActions = (text: string): boolean => !isSameText(text, withoutQuickActions(text));

export const isQuickActionsOnly = (text: string): boolean =>
  text.trim() !== '' && withoutQuickActions(text).trim() === '';

/** True if `body` is `text` as published; the server strips quick actions. */
export const isPublished = (text: string, body: string): boolean =>
  isSameText(body, text) || isSameText(body, withoutQuickActions(text));
