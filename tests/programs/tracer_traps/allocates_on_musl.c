// Built by musl's compiler: allocates in every way that musl has, in threads and after a fork.

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int check(char* block, size_t size) {
  if (block == NULL || malloc_usable_size(block) < size) exit(1);
  memset(block, 1, size);
  return (unsigned char)block[size - 1];
}

static void* allocate(void* sum) {
  for (size_t size = 1; size < 300000; size = size * 2 + 1) {
    void* aligned = NULL;
    if (posix_memalign(&aligned, 256, size) != 0) exit(2);
    char* block = malloc(size);
    *(int*)sum += check(block, size) + check(aligned, size);
    block = realloc(block, 2 * size);
    *(int*)sum += check(block, 2 * size);
    free(block);
    free(aligned);
    block = calloc(3, size);
    if (block[2 * size] != 0) exit(3);
    free(block);
    block = aligned_alloc(64, (size + 63) / 64 * 64);
    *(int*)sum += check(block, size);
    free(block);
  }
  return sum;
}

int main(void) {
  int sums[3] = {0};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, allocate, &sums[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  int status = 0;
  const pid_t child = fork();
  if (child == 0) _exit(*(int*)allocate(&sums[2]) == sums[0] ? 7 : 8);
  waitpid(child, &status, 0);
  void* const mapping =
      mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("%d %d %d\n", sums[0], sums[1], WEXITSTATUS(status));
  return munmap(mapping, 1 << 20) == 0 && WEXITSTATUS(status) == 7 ? 5 : 6;
}
