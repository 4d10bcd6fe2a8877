import { format } from 'oxfmt';

/** Formats a page of Markdown as the project's files are. */
export const formatMarkdown = async (text: string): Promise<string> => {
  const { code, errors } = await format('page.md', text, { printWidth: 120 });
  if (errors[0]) throw new Error(errors[0].message);
  return code;
};
