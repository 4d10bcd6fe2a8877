/** Settings that make a fresh editor quiet, offline and the same each time. A launch adds its own. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  'chat.disableAIFeatures': true,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'extensions.verifySignature': false,
  'extensions.webWorker': false,
  'files.simpleDialog.enable': true,
  'git.autofetch': false,
  'git.confirmSync': false,
  'git.openRepositoryInParentFolders': 'never',
  // in a browser the editor saves by itself a second after a change, in a window of its own it does not
  'files.autoSave': 'off',
  'npm.autoDetect': 'off',
  // else the extension host reads every process of the machine each few seconds, for ports to forward
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'window.commandCenter': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.editor.empty.hint': 'hidden',
  // else Settings and the like open in a layer of their own in which F1 does nothing
  'workbench.editor.useModal': 'off',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** The editor's own extensions that tests need. All of them would cost a launch a second or more and add noise. */
export const fewBuiltIns: readonly string[] = [
  'diff',
  'git',
  'git-base',
  'github-authentication',
  'ini',
  'javascript',
  'json',
  'log',
  'markdown-basics',
  'merge-conflict',
  'theme-defaults',
  'theme-modern-icons',
  'theme-seti',
  'typescript-basics',
];
