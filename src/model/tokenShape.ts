/**
 * How the tokens of GitLab begin, as the source of a regular expression: personal (and group and project), OAuth, deploy,
 * feed, incoming mail, runner, job, pipeline trigger, agent, SCIM, feature flag client and workspace tokens, and the
 * registration tokens of runners.
 */
export const tokenBeginning = '(?:gl(?:pat|oas|dt|ft|imt|rt|rtr|cbt|ptt|agent|soat|ffct|wt)-|GR1348941)';

const token = new RegExp(`^${tokenBeginning}[\\w.-]{10,200}$`);

/** True for a text that is nothing but a token of GitLab. */
export const looksLikeToken = (text: string): boolean => token.test(text);
