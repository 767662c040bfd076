/** Why the button is asleep, and for how long. Announced once, not every second. */
export function WaitNote({ seconds }: { readonly seconds: number }) {
  if (seconds === 0) return null;
  return (
    <p className="field-hint">
      <span className="visually-hidden" role="status">
        You can try again in a moment.
      </span>
      You can try again in {seconds} s.
    </p>
  );
}
