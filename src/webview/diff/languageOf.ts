const byEnding: Readonly<Record<string, string>> = {
  ...table('bash', 'sh bash zsh ksh bats envrc'),
  ...table('c', 'c h'),
  ...table('clojure', 'clj cljs cljc edn'),
  ...table('cmake', 'cmake'),
  ...table('cpp', 'cc cpp cxx c++ hh hpp hxx ino ipp'),
  ...table('csharp', 'cs csx'),
  ...table('css', 'css'),
  ...table('dart', 'dart'),
  ...table('diff', 'diff patch'),
  ...table('dockerfile', 'dockerfile containerfile'),
  ...table('elixir', 'ex exs'),
  ...table('erb', 'erb'),
  ...table('erlang', 'erl hrl'),
  ...table('fsharp', 'fs fsi fsx'),
  ...table('go', 'go'),
  ...table('gradle', 'gradle'),
  ...table('graphql', 'graphql gql'),
  ...table('groovy', 'groovy jenkinsfile'),
  ...table('haml', 'haml'),
  ...table('handlebars', 'hbs handlebars mustache'),
  ...table('haskell', 'hs lhs'),
  ...table('ini', 'ini toml cfg conf editorconfig gitconfig desktop service'),
  ...table('java', 'java'),
  ...table('javascript', 'js mjs cjs jsx es6'),
  ...table('json', 'json jsonc json5 geojson webmanifest ipynb code-workspace'),
  ...table('julia', 'jl'),
  ...table('kotlin', 'kt kts'),
  ...table('less', 'less'),
  ...table('lua', 'lua'),
  ...table('makefile', 'mk mak'),
  ...table('markdown', 'md markdown mdx mkd'),
  ...table('nginx', 'nginx nginxconf'),
  ...table('nix', 'nix'),
  ...table('objectivec', 'm mm'),
  ...table('ocaml', 'ml mli'),
  ...table('perl', 'pl pm t'),
  ...table('php', 'php phtml php5 php7'),
  ...table('powershell', 'ps1 psm1 psd1'),
  ...table('properties', 'properties env'),
  ...table('protobuf', 'proto'),
  ...table('puppet', 'pp'),
  ...table('python', 'py pyi pyw bzl star'),
  ...table('r', 'r'),
  ...table('ruby', 'rb rake gemspec podspec ru'),
  ...table('rust', 'rs'),
  ...table('scala', 'scala sbt sc'),
  ...table('scss', 'scss sass'),
  ...table('sql', 'sql psql pgsql ddl'),
  ...table('swift', 'swift'),
  ...table('typescript', 'ts mts cts tsx'),
  ...table('vbnet', 'vb'),
  ...table('xml', 'xml html htm xhtml svg vue xsl xsd plist csproj props targets resx xaml svelte rss atom'),
  ...table('yaml', 'yml yaml'),
};

const byName: Readonly<Record<string, string>> = {
  ...table('makefile', 'makefile gnumakefile'),
  ...table('dockerfile', 'dockerfile containerfile'),
  ...table('ruby', 'gemfile rakefile guardfile vagrantfile fastfile podfile brewfile dangerfile'),
  ...table('cmake', 'cmakelists.txt'),
  ...table('groovy', 'jenkinsfile'),
  ...table('bash', '.bashrc .zshrc .profile .bash_profile'),
  ...table('json', '.babelrc .eslintrc .prettierrc composer.lock pipfile.lock'),
  ...table('ini', 'cargo.lock poetry.lock .npmrc .gitmodules'),
  ...table('yaml', '.clang-format'),
};

/** Language by file name. */
export function languageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const known = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (known !== undefined) return known;
  if (/^(?:dockerfile|containerfile)\./.test(name)) return 'dockerfile';
  const dot = name.lastIndexOf('.');
  const ending = dot === -1 ? '' : name.slice(dot + 1);
  return Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined;
}

function table(language: string, keys: string): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.split(' ').map((key) => [key, language]));
}
