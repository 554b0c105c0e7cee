/** Loaded into a server before its own code: tells whoever started it how much processor time it has used, in microseconds. */
process.on('message', (message) => {
  if (message !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system });
});
process.channel?.unref(); // it ends when the server's own work does
