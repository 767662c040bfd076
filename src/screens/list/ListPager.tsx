import { useDispatch } from 'react-redux';
import { LIST_PAGE_SIZES } from '../../../contract/lists';
import { typedPage } from '../../../sagas/lists/index';
import { listChanged } from '../../../sagas/lists/lists.intents';
import type { ListView } from '../../../sagas/lists/lists.selectors';
import { Pager } from '../../ui/table/Pager';

export function ListPager({ view: { query, lastPage, hasNext } }: { readonly view: ListView }) {
  const dispatch = useDispatch();
  return (
    <Pager
      page={query.page}
      last={lastPage}
      hasNext={hasNext}
      size={query.size}
      sizes={LIST_PAGE_SIZES}
      parsePage={(text) => typedPage(text, lastPage)}
      onPage={(page) => dispatch(listChanged({ change: { page } }))}
      onSize={(wanted) => {
        const size = LIST_PAGE_SIZES.find((each) => each === wanted);
        if (size !== undefined) dispatch(listChanged({ change: { size } }));
      }}
    />
  );
}
