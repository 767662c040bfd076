/** Whether somebody looks at something that is still to come: an answer, or the code of what is shown. */
let count = 0;

export const isUnderWay = (): boolean => count > 0;

/** Answers the function to call once it has come, or will not. */
export function nowUnderWay(): () => void {
  let isOver = false;
  count += 1;
  return () => {
    if (!isOver) count -= 1;
    isOver = true;
  };
}
