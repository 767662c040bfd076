/** For the moment in which nothing of the recorder is there to say it better. */
export function sayRecorderMissing(): void {
  const line = document.createElement('p');
  line.role = 'alert';
  line.textContent = 'The recorder could not be fetched. Check the connection, and load the page again.';
  document.body.prepend(line);
}
