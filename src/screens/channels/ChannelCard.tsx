import { useId, type ReactNode } from 'react';

interface ChannelCardProps {
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

/** A part of the page under a heading. */
export function ChannelCard({ title, about, children }: ChannelCardProps) {
  const id = useId();
  return (
    <section className="form-card channel-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="quiet">{about}</p>
      {children}
    </section>
  );
}
