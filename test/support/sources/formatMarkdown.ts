import { format } from 'oxfmt';

export const formatMarkdown = async (text: string): Promise<string> => {
  const { code, errors } = await format('page.md', text, { printWidth: 120 });
  if (errors[0]) throw new Error(errors[0].message);
  return code;
};
