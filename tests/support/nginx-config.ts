/**
 * Writes an nginx configuration for tests: in the foreground, with all files in one folder.
 * @param http lines of `http { }`
 */
export const writeNginxConfig = (
  folder: string,
  http: readonly string[],
  connections = 512,
): string =>
  [
    // By default, workers of a root process run as another user, who could not read the files.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log warn;`,
    `events { worker_connections ${connections}; }`,
    'http {',
    'access_log off;',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    ),
    ...http,
    '}',
  ].join('\n')
