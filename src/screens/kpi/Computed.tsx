import type { Frame } from '../../../sagas/kpi/frame';
import { Hint } from '../../ui/Hint';

/** 'How is this computed?' */
export function Computed({ view: { title, definitions } }: { readonly view: Pick<Frame, 'title' | 'definitions'> }) {
  return (
    <Hint name={`How is ${title} computed?`}>
      {definitions.map((each) => (
        <span key={each.title}>
          {definitions.length > 1 && <strong>{each.title}: </strong>}
          {each.text}
        </span>
      ))}
    </Hint>
  );
}
