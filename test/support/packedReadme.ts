/** A paragraph that begins with a picture of this repository, with the caption below it. */
const picture = /^!\[[^\]]*\]\((?!https:)[^)]*\)(?:\n.+)*\n\n?/gm;

/**
 * README as the package has it while no address of the repository is known: without its pictures, since the page of an
 * extension loads none but by https.
 */
export const withoutPictures = (readme: string): string => readme.replace(picture, '');
